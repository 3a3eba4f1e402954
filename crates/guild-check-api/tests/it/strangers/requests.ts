export interface RequestState { status: "idle" | "loading" | "done" | "failed"; data?: Order[]; error?: ApiError; loading?: boolean; }
export interface Result<T> { data?: T; error?: ApiError; loading?: boolean; }
export interface ApiError { code: string; message: string; }
export type Order = { id: string; userId: string; total: number; paid: boolean; created_at: string; state: "open" | "closed" };
export interface OrderInput { id?: string; total: number; createdAt?: string; }
export interface Payment { success: boolean; transactionId?: string; failureReason?: string; }
export interface Filters { page?: number; query?: string; sort?: "asc" | "desc"; }
export interface User { id: string; name: string; email?: string; phone?: string; avatarUrl?: string; }
export type Anything = any;
export interface Bag { payload: unknown; extra: object; map: Record<string, any>; }
