import { AsyncLocalStorage } from "node:async_hooks";

/** The request that is being answered: its id stands in each line of the log, the caller's address counts for limits. */
export const requestContext = new AsyncLocalStorage<{ requestId: string; address: string }>();
