/** Why a calendar can't be read, in words for the one whose it is. */
export class CalendarProblem extends Error {}
