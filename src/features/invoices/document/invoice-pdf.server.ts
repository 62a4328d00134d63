import { createRequire } from "node:module";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { maxMissingCharacters } from "#features/invoices/invoices.schema.ts";
import { formatAmount } from "#lib/money.ts";
import { createFileCache } from "#platform/files/file-cache.server.ts";
import { projectRoot } from "#platform/process/project-root.server.ts";
import { createWorker, WorkerFailure } from "#platform/process/worker.server.ts";
import { type Billing, site } from "#site.config.ts";
import { clientLines, documentFacts, type InvoiceDocument, isUnpaid } from "./invoice-document.ts";
import { invoiceFontFolders, invoiceFonts } from "./invoice-fonts.ts";
import { headlineOf, issuerLines, paymentWays } from "./invoice-payment.ts";
import template from "./invoice-pdf.typ?raw";

const { resolve } = createRequire(import.meta.url);

/** The build has copied the files out of the packages, which are installed for development only. */
const fontsRoot = import.meta.env.PROD
	? join(projectRoot, "build", "server", "fonts")
	: join(projectRoot, "node_modules", "@expo-google-fonts");
const fontFolders = invoiceFontFolders.map((folder) => join(fontsRoot, folder));

/** A PDF takes milliseconds; one that takes this long will never be done. */
const timeoutMs = 30_000;
/** Room for a few hundred invoices. Anyone with a link can request one as often as the rate limit allows. */
const maxCacheBytes = 32 * 1024 * 1024;
/** The fonts take about 60 MB, which are freed when no PDF has been requested for a while. */
const idleMs = 60_000;

/**
 * Typesetting is synchronous, so it happens in a thread of its own. The thread's code is a text, because a file would
 * have to be found in the sources in development and in the bundle in production.
 */
const workerCode = `
	const { parentPort, workerData } = require("node:worker_threads");
	const { NodeCompiler } = require(workerData.typst);
	const compiler = NodeCompiler.create({ fontArgs: [{ fontPaths: workerData.fontFolders }] });
	parentPort.on("message", (job) => {
		try {
			const pdf = compiler.pdf({ mainFileContent: job.template, inputs: job.inputs }, { pdfStandard: job.standard });
			compiler.evictCache(10);
			parentPort.postMessage({ answer: pdf });
		} catch (error) {
			parentPort.postMessage({ failure: error.message || String(error) });
		}
	});`;

type Job = { template: string; inputs: Record<string, string>; standard: "1.7" | "a-2b" };

const typeset = createWorker<Job, Uint8Array<ArrayBuffer>>({
	start: () =>
		new Worker(workerCode, {
			eval: true,
			workerData: { typst: resolve("@myriaddreamin/typst-ts-node-compiler"), fontFolders },
		}),
	withinMs: timeoutMs,
	idleMs,
});

const pdfOf = createFileCache(template, maxCacheBytes, (data) =>
	typeset({ template, inputs: { data }, standard: "1.7" }),
);

/** The invoice as a PDF file. Several at once are made one after the other. @param firm what the firm's file says otherwise */
export function renderInvoicePdf(
	invoice: InvoiceDocument,
	{
		paper = site.invoices.paper,
		billing = site.billing,
	}: { paper?: typeof site.invoices.paper; billing?: Billing } = {},
): Promise<Uint8Array<ArrayBuffer>> {
	return pdfOf(JSON.stringify({ paper, ...templateData(invoice, billing) }));
}

const families = invoiceFonts.map((font) => font.family);

/** Nothing but the text, in the fonts of the invoice. */
const textTemplate = `#set text(font: json(bytes(sys.inputs.fonts)), fallback: false)
#set document(date: none)
#sys.inputs.text`;

/**
 * The characters of a text that an invoice would show as boxes, at most `maxMissingCharacters` of them. Typst itself is
 * asked: the standard PDF/A-2b forbids boxes, and the refusal names the first character that would be one. So what
 * shapers compose, replace or leave out (accents, emoji, marks of direction) is judged as it will be drawn.
 */
export async function listMissingCharacters(text: string): Promise<string[]> {
	const missing: string[] = [];
	let rest = [...new Set(text.split(/\s+/))].join(" ");
	while (missing.length < maxMissingCharacters) {
		const inputs = { text: rest, fonts: JSON.stringify(families) };
		const refusal = await typeset({ template: textTemplate, inputs, standard: "a-2b" }).then(
			() => undefined,
			(error: unknown) => error,
		);
		if (refusal === undefined) break;
		if (!(refusal instanceof WorkerFailure)) throw refusal;
		const named = quotedIn(refusal.message);
		// Marks and what has no shape are named by their number.
		const character = named?.replace(/\\{1,4}u\{([0-9a-f]{1,6})\}/g, (_, hex: string) =>
			String.fromCodePoint(Number.parseInt(hex, 16)),
		);
		if (!character || !rest.includes(character)) throw refusal;
		missing.push(character);
		rest = rest.replaceAll(character, "");
	}
	return missing;
}

/** What Typst says it cannot draw, in quotes that its message escapes. */
function quotedIn(message: string): string | undefined {
	const opening = 'the text \\"';
	const start = message.indexOf(opening) + opening.length;
	const end = message.indexOf('\\" could not be displayed', start);
	return start < opening.length || end === -1 ? undefined : message.slice(start, end);
}

/** What the template shows: texts, formatted. */
function templateData(invoice: InvoiceDocument, billing: Billing) {
	return {
		headline: headlineOf(invoice),
		issuer: issuerLines(billing),
		ways: paymentWays(invoice, billing),
		title: `Invoice ${invoice.invoice_number}`,
		number: invoice.invoice_number,
		fonts: families,
		firm: { name: site.name, shortName: site.shortName, phone: site.phone, email: site.email },
		client: clientLines(invoice),
		facts: documentFacts(invoice),
		items: invoice.items.map((item) => ({
			description: item.description,
			quantity: item.quantity.toLocaleString("en-US", { maximumFractionDigits: 3 }),
			unit_price: formatAmount(item.unit_price),
			amount: formatAmount(item.amount),
		})),
		subtotal: formatAmount(invoice.subtotal),
		tax_label: `Tax (${invoice.tax_rate}%)`,
		tax_amount: formatAmount(invoice.tax_amount),
		total_label: isUnpaid(invoice.status) ? "Total due" : "Total",
		total: formatAmount(invoice.total_amount),
		terms: invoice.terms,
	};
}
