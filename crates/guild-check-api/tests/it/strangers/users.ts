export interface Routes {
  "GET /api/getUsers": { query: { user_name?: string }; answers: { 200: User[] } };
  "POST /api/user": { body: User; answers: { 200: User; 400: { error: string } } };
  "GET /api/user/:id": { path: { id: string }; answers: { 200: User | Admin; 404: { code: string; message: string } } };
  "PATCH /api/user/:id": { path: { id: string }; body: { name: string }; answers: { 200: User } };
  "DELETE /api/user/:id": { path: { id: string }; body: { why: string }; answers: { 204: void } };
}
export interface User { id: string; name: string; verified: boolean; createdAt: string; role: "admin" | "guest" }
export interface Admin { id: string; rights: string[] }
