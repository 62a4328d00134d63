import { parseResponse } from "hono/client";
import { api } from "#admin/api-client.ts";
import { defineList } from "#admin/list.ts";
import { createSearch } from "#admin/list-search.ts";
import { postStatusLabels } from "./posts.schema.ts";
