declare const brand: unique symbol;
type Brand<T, B extends string> = T & { readonly [brand]: B };
export type InvoiceId = Brand<string, "InvoiceId">;
export type CustomerId = Brand<string, "CustomerId">;
export interface InvoiceInput { customerId: CustomerId; amountCents: number; note?: string; }
export interface Invoice extends InvoiceInput { readonly id: InvoiceId; readonly createdAt: string; state: InvoiceState; }
export type InvoiceState =
  | { type: "DRAFT" }
  | { type: "SENT"; sentAt: string }
  | { type: "PAID"; paidAt: string; isPartial: boolean };
export interface Page<T> { items: T[]; page: number; pageSize: number; totalItems: number; totalPages: number; }
export interface ErrorBody { error: { code: "INVOICE_NOT_FOUND" | "VALIDATION_FAILED"; message: string } }
export interface Query { page?: number; pageSize?: number; status?: "DRAFT" | "SENT"; }
export interface InvoicesApi {
  list(query: Query): Promise<Page<Invoice>>;
  get(id: InvoiceId): Promise<Invoice>;
  create(input: InvoiceInput): Promise<Invoice>;
}
