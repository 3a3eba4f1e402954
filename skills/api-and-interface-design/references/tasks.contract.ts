/**
 * The contract of tasks.openapi.yaml as TypeScript types. No behavior lives here.
 *
 * @title Tasks
 * @version 1.0.0
 * @server http://127.0.0.1:3000
 */

export type TaskId = string & { readonly __brand: "TaskId" };
export type CommentId = string & { readonly __brand: "CommentId" };
export type UserId = string & { readonly __brand: "UserId" };

export type TaskStatus = "OPEN" | "DONE";
export type TaskPriority = "LOW" | "NORMAL" | "HIGH";

// Input: what a caller may send. Nothing that the server makes.

export interface CreateTask {
  /** @minLength 1 @maxLength 120 */
  title: string;
  /** @maxLength 2000 */
  notes?: string | null;
  priority?: TaskPriority;
  /** @format date-time */
  dueAt?: string | null;
  isPinned?: boolean;
  assigneeId?: UserId | null;
}

export interface UpdateTask {
  /** @minLength 1 @maxLength 120 */
  title?: string;
  /** @maxLength 2000 */
  notes?: string | null;
  priority?: TaskPriority;
  /** @format date-time */
  dueAt?: string | null;
  isPinned?: boolean;
  assigneeId?: UserId | null;
  status?: TaskStatus;
}

export interface CreateComment {
  /** @minLength 1 @maxLength 2000 */
  text: string;
}

export interface PageQuery {
  /** @integer @minimum 1 @default 1 */
  page?: number;
  /** @integer @minimum 1 @maximum 100 @default 20 */
  pageSize?: number;
}

export interface ListTasksQuery extends PageQuery {
  status?: TaskStatus;
  assigneeId?: UserId;
  isPinned?: boolean;
}

// Output: what the server answers. `status` says which variant it is.

interface TaskBase {
  id: TaskId;
  title: string;
  notes: string | null;
  priority: TaskPriority;
  /** @format date-time */
  dueAt: string | null;
  isPinned: boolean;
  assigneeId: UserId | null;
  /** @format date-time */
  createdAt: string;
  /** @format date-time */
  updatedAt: string;
}

export interface OpenTask extends TaskBase {
  status: "OPEN";
}

export interface DoneTask extends TaskBase {
  status: "DONE";
  /** @format date-time */
  completedAt: string;
}

export type Task = OpenTask | DoneTask;

export interface Comment {
  id: CommentId;
  taskId: TaskId;
  authorId: UserId;
  text: string;
  /** @format date-time */
  createdAt: string;
}

export interface Page<Item> {
  items: Item[];
  /** @integer */
  page: number;
  /** @integer */
  pageSize: number;
  /** @integer */
  totalItems: number;
  /** @integer */
  totalPages: number;
}

export type ErrorCode =
  | "MALFORMED_BODY"
  | "MALFORMED_QUERY"
  | "UNAUTHENTICATED"
  | "FORBIDDEN"
  | "TASK_NOT_FOUND"
  | "IDEMPOTENCY_KEY_REUSED"
  | "OPEN_TASK_LIMIT_REACHED"
  | "VALIDATION_FAILED"
  | "SERVER_FAULT";

export interface ErrorBody {
  error: {
    code: ErrorCode;
    message: string;
    details?: { field: string; message: string }[];
  };
}

// Routes: what can be called. Every status has its type; a body that is not there is `void`.

interface Refused {
  401: ErrorBody;
  403: ErrorBody;
  500: ErrorBody;
}

interface InputRefused extends Refused {
  400: ErrorBody;
  422: ErrorBody;
}

/** @security bearer tasks:read */
export interface TaskReads {
  /**
   * List tasks
   * @operationId listTasks
   */
  "GET /api/tasks": {
    query: ListTasksQuery;
    answers: InputRefused & { 200: Page<Task> };
  };
  /**
   * Retrieve a task
   * @operationId getTask
   */
  "GET /api/tasks/:id": {
    path: { id: TaskId };
    answers: Refused & { 200: Task; 404: ErrorBody };
  };
  /**
   * List the comments of a task
   * @operationId listTaskComments
   */
  "GET /api/tasks/:id/comments": {
    path: { id: TaskId };
    query: PageQuery;
    answers: InputRefused & { 200: Page<Comment>; 404: ErrorBody };
  };
}

/** @security bearer tasks:write */
export interface TaskWrites {
  /**
   * Create a task
   * @operationId createTask
   */
  "POST /api/tasks": {
    headers: {
      /**
       * Makes a repeated call return the first answer for 24 hours.
       * @minLength 1 @maxLength 64
       */
      "Idempotency-Key"?: string;
    };
    body: CreateTask;
    answers: InputRefused & { 201: Task; 409: ErrorBody };
  };
  /**
   * Change the given fields of a task
   * @operationId updateTask
   */
  "PATCH /api/tasks/:id": {
    path: { id: TaskId };
    body: UpdateTask;
    answers: InputRefused & { 200: Task; 404: ErrorBody; 409: ErrorBody };
  };
  /**
   * Delete a task
   * @operationId deleteTask
   */
  "DELETE /api/tasks/:id": {
    path: { id: TaskId };
    answers: Refused & { 204: void; 404: ErrorBody };
  };
  /**
   * Add a comment to a task
   * @operationId createTaskComment
   */
  "POST /api/tasks/:id/comments": {
    path: { id: TaskId };
    body: CreateComment;
    answers: InputRefused & { 201: Comment; 404: ErrorBody };
  };
}
