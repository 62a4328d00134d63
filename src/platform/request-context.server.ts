import { AsyncLocalStorage } from "node:async_hooks";

/** What the log says in each line that is written while a request is answered. */
export const requestContext = new AsyncLocalStorage<{ requestId: string }>();
