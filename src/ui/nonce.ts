import { createContext } from "react";

/** For the `nonce` of each inline script of ours, on the server; undefined in the browser (decision 002). */
export const NonceContext = createContext<string | undefined>(undefined);
