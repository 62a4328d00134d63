/** One form of the corpus, as far as the screening looks at it. */
export type WrittenForm = {
	/** Given name and family name, apart at the first blank. */
	name: string;
	phone?: string;
	subject?: string;
	text: string;
	/** From the first focus to sending; undefined where no script has fetched the signed time. */
	seconds: number | undefined;
	/** What the sender wrote into the hidden field. */
	trap?: string;
};
