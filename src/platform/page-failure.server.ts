import { createContext } from "react-router";
import type { HttpError } from "./http-errors.server.ts";

/** Why a page could not be made: React Router answers every unexpected failure with 500, whatever it was. */
export const pageFailure = createContext<HttpError | null>(null);
