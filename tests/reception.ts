import type { Reception } from "#features/forms/reception.server.ts";
import { visitor } from "#platform/database/actor.server.ts";

/** A visitor's form, past the room that every form passes: with no name, it can be received again. */
export const fromVisitor: Reception = { actor: visitor, form_key: null };
