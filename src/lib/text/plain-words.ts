/**
 * A visitor's words as they may stand in a message to that visitor, or to whatever address was typed: mail programs
 * make links of what looks like an address, and no one may use that to send links to strangers in our name. An
 * invisible break after each sign that belongs to an address leaves the words readable and the address dead.
 */
export const withoutLinks = (text: string) => text.replace(/(?<=\S)([.:/@]+)(?=\S)/g, "$1\u200B");
