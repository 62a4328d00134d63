/**
 * Without what has no width of its own, such as marks of direction, which come along from a chat or a PDF. For addresses and
 * numbers only: in names, some scripts and emoji need such characters.
 */
export const withoutInvisible = (text: string) =>
	text.replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu, "");
