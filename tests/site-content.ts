// Vitest runs this before each file, and with it what it imports only once: who the firm is, which the product's entry loads first.
import "#site/content/content.server.ts";
