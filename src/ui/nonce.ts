import { createContext } from "react";

/** The `nonce` for each of our inline scripts on the server; undefined in the browser (decision 002). */
export const NonceContext = createContext<string | undefined>(undefined);
