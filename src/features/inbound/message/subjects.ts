const replyPrefix = /^(?:re|aw|sv|vs|antw|rv|rif|r|odp|回复|答复|返信)(?:\[\d{1,3}\])? ?[:：] ?/i;
const forwardPrefix = /^(?:fw|fwd|wg|tr|i|doorst|转发|転送)(?:\[\d{1,3}\])? ?[:：] ?/i;

function without(prefixes: RegExp[], subject: string): string {
	let rest = subject;
	const next = () => prefixes.map((prefix) => prefix.exec(rest)).find((found) => found !== null);
	for (let found = next(); found; found = next()) rest = rest.slice(found[0].length);
	return rest;
}

/** What two subjects have to share to be of one conversation. */
export const bareSubject = (subject: string) =>
	without([replyPrefix, forwardPrefix], subject.trim().replace(/\s+/g, " ")).trim().toLowerCase();

/** Whether the newest thing that was done with a message is that someone passed it on. */
export const isForwarded = (subject: string) => forwardPrefix.test(without([replyPrefix], subject));

/** What machines begin a subject with. */
const automaticBeginnings = [
	"automatic reply:",
	"auto reply:",
	"autoreply:",
	"auto:",
	"out of office:",
	"automatische antwort:",
	"abwesenheitsnotiz:",
];
/** Those that a colon follows, a blank and a colon, or a blank. */
const automaticWords = [
	"réponse automatique",
	"respuesta automática",
	"risposta automatica",
	"resposta automática",
	"automatisch antwoord",
	"自動応答",
	"自动答复",
];

export function isAutomaticSubject(subject: string): boolean {
	const lower = subject.normalize("NFC").toLowerCase();
	if (automaticBeginnings.some((words) => lower.startsWith(words))) return true;
	const word = automaticWords.find((words) => lower.startsWith(words));
	return word !== undefined && /^(?:[:：]| )/.test(lower.slice(word.length));
}
