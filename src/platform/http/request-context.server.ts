import { AsyncLocalStorage } from "node:async_hooks";

/** The current request. Its id appears in each log line, and rate limits use the caller's address. */
export const requestContext = new AsyncLocalStorage<{ requestId: string; address: string }>();
