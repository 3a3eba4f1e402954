// The contract of tasks.openapi.yaml as TypeScript types. No behavior lives here.

export type TaskId = string & { readonly __brand: "TaskId" };
export type CommentId = string & { readonly __brand: "CommentId" };
export type UserId = string & { readonly __brand: "UserId" };

export type TaskStatus = "OPEN" | "DONE";
export type TaskPriority = "LOW" | "NORMAL" | "HIGH";

// Input: what a caller may send. Nothing that the server makes.

export interface CreateTask {
  title: string;
  notes?: string | null;
  priority?: TaskPriority;
  dueAt?: string | null;
  isPinned?: boolean;
  assigneeId?: UserId | null;
}

export interface UpdateTask {
  title?: string;
  notes?: string | null;
  priority?: TaskPriority;
  dueAt?: string | null;
  isPinned?: boolean;
  assigneeId?: UserId | null;
  status?: TaskStatus;
}

export interface CreateComment {
  text: string;
}

export interface ListTasksQuery {
  page?: number;
  pageSize?: number;
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
  dueAt: string | null;
  isPinned: boolean;
  assigneeId: UserId | null;
  createdAt: string;
  updatedAt: string;
}

export interface OpenTask extends TaskBase {
  status: "OPEN";
}

export interface DoneTask extends TaskBase {
  status: "DONE";
  completedAt: string;
}

export type Task = OpenTask | DoneTask;

export interface Comment {
  id: CommentId;
  taskId: TaskId;
  authorId: UserId;
  text: string;
  createdAt: string;
}

export interface Page<Item> {
  items: Item[];
  page: number;
  pageSize: number;
  totalItems: number;
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
