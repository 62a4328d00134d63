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

/**
 * What machines begin a subject with, as mail programs write it in their languages. A colon follows, a blank and a
 * colon, a blank, or nothing.
 */
const automaticWords =
	`out of office|out-of-office|abwesend|abwesenheitsnotiz|abwesenheitsnachricht|automatische antwort
réponse automatique|respuesta automática|resposta automática|resposta automàtica|risposta automatica|automatisch antwoord
autosvar|automatiskt svar|automatisk svar|sjálfvirkt svar|automaattinen vastaus|automatyczna odpowiedź|odpowiedź automatyczna
automatická odpověď|automatická odpoveď|automatski odgovor|samodejni odgovor|automatikus válasz|răspuns automat
automatinis atsakymas|automātiskā atbilde|automaatvastus|автоответ|автоматический ответ|автоматична відповідь
автоматичен отговор|αυτόματη απάντηση|otomatik yanıt|otomatik cevap|תשובה אוטומטית|מענה אוטומטי|رد تلقائي|پاسخ خودکار
स्वचालित उत्तर|ตอบกลับอัตโนมัติ|การตอบกลับอัตโนมัติ|trả lời tự động|balasan otomatis|balasan automatik|자동 회신|자동 응답
자동회신|자동응답|自動応答|自動返信|自动答复|自动回复|自動回覆|自動答覆`.split(/[|\n]/);
/** Words that people begin a subject with, too: only a colon makes them a machine's. */
const automaticWithColon =
	`automatic reply|automatic response|automated reply|auto reply|auto-reply|autoreply|auto|auto response
auto-response|autoresponse|auto responder|autoresponder|absence du bureau|absent du bureau|fuera de la oficina
fora do escritório|fuori sede|afwezig|afwezigheidsbericht|frånvaro|frånvarande|fraværende|fravær|poissaoloviesti|nieobecność
poza biurem|mimo kancelář|ofis dışında|부재중|不在通知|不在办公室`.split(/[|\n]/);

export function isAutomaticSubject(subject: string): boolean {
	const lower = subject.normalize("NFC").toLowerCase();
	const begins = (words: string[], goesOn: RegExp) =>
		words.some((word) => lower.startsWith(word) && goesOn.test(lower.slice(word.length)));
	return begins(automaticWords, /^(?:[:：]| |$)/) || begins(automaticWithColon, /^ ?[:：]/);
}
