/** A calendar, what is asked of it, and what of it is busy: 'start/end' in UTC, to the minute. Written for this, copied from nowhere. */
export type BusyCalendar = {
	name: string;
	file: string | Uint8Array;
	/** From March 2 to June 1, 2026, in New York, unless the calendar says otherwise. */
	from?: string;
	until?: string;
	timeZone?: string;
	busy: string[] | { problem: RegExp } | { count: number; first: string; last: string };
	unreadable?: number;
};

const crlf = (text: string) =>
	text
		.trim()
		.replace(/^[\t ]+/gm, "")
		.replace(/\n/g, "\r\n")
		.replaceAll("~", " ");
const calendar = (body: string, head = "") =>
	crlf(
		`BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Corpus//EN\n${head}\n${body}\nEND:VCALENDAR\n`.replace(/\n\s*\n/g, "\n"),
	);
let id = 0;
const event = (body: string, uid = `event-${id++}@corpus.example`) =>
	`BEGIN:VEVENT\nUID:${uid}\nDTSTAMP:20260101T000000Z\n${body}\nEND:VEVENT`;
const one = (body: string, head?: string) => calendar(event(body), head);

const ownZone = (tzid: string, { std = "+0100", dst = "+0200" } = {}) => `BEGIN:VTIMEZONE
	TZID:${tzid}
	BEGIN:STANDARD
	DTSTART:19701025T030000
	TZOFFSETFROM:${dst}
	TZOFFSETTO:${std}
	RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
	END:STANDARD
	BEGIN:DAYLIGHT
	DTSTART:19700329T020000
	TZOFFSETFROM:${std}
	TZOFFSETTO:${dst}
	RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
	END:DAYLIGHT
	END:VTIMEZONE`;

/** A weekly meeting of a year that was moved by an hour each fourth time: 52 instances, 13 of them changed. */
const yearOfMeetings = () => {
	const moved = Array.from({ length: 13 }, (_, index) => {
		const day = new Date(Date.UTC(2026, 0, 5 + index * 28)).toISOString().slice(0, 10).replaceAll("-", "");
		return event(
			`RECURRENCE-ID;TZID=Europe/Berlin:${day}T090000\nDTSTART;TZID=Europe/Berlin:${day}T100000\nDTEND;TZID=Europe/Berlin:${day}T110000`,
			"weekly@corpus.example",
		);
	});
	const series = event(
		"DTSTART;TZID=Europe/Berlin:20260105T090000\nDTEND;TZID=Europe/Berlin:20260105T100000\nRRULE:FREQ=WEEKLY;COUNT=52",
		"weekly@corpus.example",
	);
	return calendar([...moved, series].join("\n"));
};

const manyEvents = (count: number) =>
	calendar(
		Array.from({ length: count }, (_, index) => {
			const start = new Date(Date.UTC(2026, 2, 3) + index * 3_600_000).toISOString().replace(/[-:]|\.000/g, "");
			return event(`DTSTART:${start}\nDURATION:PT30M\nSUMMARY:Nothing that anyone keeps`);
		}).join("\n"),
	);

export const busyCalendars: BusyCalendar[] = [
	{ name: "no events at all", file: calendar(""), busy: [] },
	{
		name: "one service's style: UTC times, METHOD, X-WR names",
		file: one(
			"DTSTART:20260310T140000Z\nDTEND:20260310T150000Z\nSTATUS:CONFIRMED\nTRANSP:OPAQUE\nSUMMARY:Dentist",
			"CALSCALE:GREGORIAN\nMETHOD:PUBLISH\nX-WR-CALNAME:anna@firm.example\nX-WR-TIMEZONE:America/New_York",
		),
		busy: ["2026-03-10T14:00/2026-03-10T15:00"],
	},
	{
		name: "another's style: a Windows name with a definition of its own, busy status",
		file: calendar(
			`${ownZone("W. Europe Standard Time")}\n${event("DTSTART;TZID=W. Europe Standard Time:20260401T090000\nDTEND;TZID=W. Europe Standard Time:20260401T100000\nX-MICROSOFT-CDO-BUSYSTATUS:BUSY\nX-MICROSOFT-CDO-ALLDAYEVENT:FALSE")}`,
		),
		busy: ["2026-04-01T07:00/2026-04-01T08:00"],
	},
	{
		name: "a third's style: quoted zone, alarm with a duration and attendees inside",
		file: one(
			'DTSTART;TZID="Europe/London":20260401T090000\nDURATION:PT1H\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT15M\nDURATION:PT9H\nDTSTART:20260501T000000Z\nEND:VALARM',
		),
		busy: ["2026-04-01T08:00/2026-04-01T09:00"],
	},
	{
		name: "lines that end in LF, a BOM, names in any case",
		file: Buffer.concat([
			Buffer.from([0xef, 0xbb, 0xbf]),
			Buffer.from(
				"begin:vcalendar\nversion:2.0\nBegin:vEvent\nuid:a\ndtstart;tzid=America/New_York:20260310T100000\ndtend;Tzid=America/New_York:20260310T110000\nrrule:freq=daily;count=2\nend:vevent\nend:vcalendar\n",
			),
		]),
		busy: ["2026-03-10T14:00/2026-03-10T15:00", "2026-03-11T14:00/2026-03-11T15:00"],
	},
	{
		name: "a line that is folded within a character and within a name",
		file: Buffer.concat([
			Buffer.from(
				"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:fold\r\nSUMMARY:Caf\xC3\r\n \xA9\r\nDTSTA\r\n RT:20260310T1\r\n\t40000Z\r\nDTEND:20260310T150000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
				"latin1",
			),
		]),
		busy: ["2026-03-10T14:00/2026-03-10T15:00"],
	},
	{
		name: "all day is the firm's day, of 23 hours when clocks change",
		file: one("DTSTART;VALUE=DATE:20260308\nDTEND;VALUE=DATE:20260309", "X-WR-TIMEZONE:Asia/Tokyo"),
		busy: ["2026-03-08T05:00/2026-03-09T04:00"],
	},
	{
		name: "all day without an end, and with an end that is its start",
		file: calendar(
			`${event("DTSTART;VALUE=DATE:20260310")}\n${event("DTSTART;VALUE=DATE:20260312\nDTEND;VALUE=DATE:20260312")}\n${event("DTSTART;VALUE=DATE:20260314\nDTEND;VALUE=DATE:20260313")}`,
		),
		busy: ["2026-03-10T04:00/2026-03-11T04:00", "2026-03-12T04:00/2026-03-13T04:00"],
	},
	{
		name: "all day of three days, by its duration, each month",
		file: one("DTSTART;VALUE=DATE:20260228\nDURATION:P3D\nRRULE:FREQ=MONTHLY;COUNT=2"),
		from: "2026-03-02T12:00",
		busy: ["2026-02-28T05:00/2026-03-03T05:00", "2026-03-28T04:00/2026-03-31T04:00"],
	},
	{
		name: "midnight to midnight with times is no all-day event, and stays where its zone has it",
		file: one("DTSTART;TZID=Asia/Tokyo:20260310T000000\nDTEND;TZID=Asia/Tokyo:20260311T000000"),
		busy: ["2026-03-09T15:00/2026-03-10T15:00"],
	},
	{
		name: "floating times are the calendar's zone",
		file: one("DTSTART:20260310T100000\nDTEND:20260310T110000", "X-WR-TIMEZONE:Europe/Berlin"),
		busy: ["2026-03-10T09:00/2026-03-10T10:00"],
	},
	{
		name: "floating times without a known zone are the firm's",
		file: one("DTSTART:20260310T100000\nDTEND:20260310T110000", "X-WR-TIMEZONE:Middle-earth/Shire"),
		busy: ["2026-03-10T14:00/2026-03-10T15:00"],
	},
	{
		name: "a zone that is nowhere known is floating",
		file: one("DTSTART;TZID=Shire:20260310T100000\nDTEND;TZID=Shire:20260310T110000", "X-WR-TIMEZONE:Asia/Tokyo"),
		busy: ["2026-03-10T01:00/2026-03-10T02:00"],
	},
	{
		name: "a Windows name without a definition",
		file: one("DTSTART;TZID=Tokyo Standard Time:20260310T100000\nDURATION:PT1H"),
		busy: ["2026-03-10T01:00/2026-03-10T02:00"],
	},
	{
		name: "a known name goes by that name, whatever the file defines",
		file: calendar(
			`${ownZone("Europe/Berlin", { std: "+0500", dst: "+0500" })}\n${event("DTSTART;TZID=Europe/Berlin:20260310T100000\nDURATION:PT1H")}`,
		),
		busy: ["2026-03-10T09:00/2026-03-10T10:00"],
	},
	{
		name: "a known name after a prefix",
		file: one("DTSTART;TZID=/corpus.example/20240101_1/America/Argentina/Buenos_Aires:20260310T100000\nDURATION:PT1H"),
		busy: ["2026-03-10T13:00/2026-03-10T14:00"],
	},
	{
		name: "the file's own zone, with its own changes, before, in, and after the gap",
		file: calendar(
			`${ownZone("Customized")}\n${event("DTSTART;TZID=Customized:20260328T023000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3")}`,
		),
		busy: [
			"2026-03-28T01:30/2026-03-28T02:30",
			"2026-03-29T01:30/2026-03-29T02:30",
			"2026-03-30T00:30/2026-03-30T01:30",
		],
	},
	{
		name: "the zones of two calendars in one file stay apart",
		file: `${one("DTSTART:20260310T100000\nDURATION:PT1H", "X-WR-TIMEZONE:Europe/Berlin")}\r\n${calendar(`${ownZone("Mine", { std: "+0300", dst: "+0300" })}\n${event("DTSTART;TZID=Mine:20260311T100000\nDURATION:PT1H")}`)}\r\n${calendar(event("DTSTART;TZID=Mine:20260312T100000\nDURATION:PT1H"))}`,
		busy: [
			"2026-03-10T09:00/2026-03-10T10:00",
			"2026-03-11T07:00/2026-03-11T08:00",
			"2026-03-12T14:00/2026-03-12T15:00",
		],
	},
	{
		name: "UTC is never moved, also with a zone beside it",
		file: one("DTSTART;TZID=America/New_York:20260310T140000Z\nDTEND:20260310T150000Z"),
		busy: ["2026-03-10T14:00/2026-03-10T15:00"],
	},
	{
		name: "a series over the gap of New York: the offset before it",
		file: one(
			"DTSTART;TZID=America/New_York:20260307T023000\nDTEND;TZID=America/New_York:20260307T030000\nRRULE:FREQ=DAILY;COUNT=3",
		),
		busy: [
			"2026-03-07T07:30/2026-03-07T08:00",
			"2026-03-08T07:30/2026-03-08T08:00",
			"2026-03-09T06:30/2026-03-09T07:00",
		],
	},
	{
		name: "a series over the overlap of Berlin: the first of two",
		file: one("DTSTART;TZID=Europe/Berlin:20261024T023000\nDURATION:PT30M\nRRULE:FREQ=DAILY;COUNT=3"),
		from: "2026-10-01T00:00",
		until: "2026-12-01T00:00",
		busy: [
			"2026-10-24T00:30/2026-10-24T01:00",
			"2026-10-25T00:30/2026-10-25T01:00",
			"2026-10-26T01:30/2026-10-26T02:00",
		],
	},
	{
		name: "by its end a length is exact, by days it is what calendars say, by hours exact",
		file: calendar(
			["DTEND;TZID=America/New_York:20260307T200000", "DURATION:P1D", "DURATION:PT24H"]
				.map((end) => event(`DTSTART;TZID=America/New_York:20260306T200000\n${end}\nRRULE:FREQ=DAILY;COUNT=2`))
				.join("\n"),
		),
		busy: [
			"2026-03-07T01:00/2026-03-08T01:00",
			"2026-03-07T01:00/2026-03-08T01:00",
			"2026-03-07T01:00/2026-03-08T01:00",
			"2026-03-08T01:00/2026-03-09T00:00",
			"2026-03-08T01:00/2026-03-09T01:00",
			"2026-03-08T01:00/2026-03-09T01:00",
		],
	},
	{
		name: "nothing, and less than nothing, is never busy",
		file: calendar(
			["DTEND:20260310T140000Z", "DTEND:20260310T130000Z", "DURATION:PT0S", "DURATION:-PT1H", ""]
				.map((end) => event(`DTSTART:20260310T140000Z\n${end}`.trim()))
				.join("\n"),
		),
		busy: [],
	},
	{
		name: "UNTIL without Z is the zone's time, with Z a moment, as a date the whole day",
		file: calendar(
			["20260311T230000", "20260312T025959Z", "20260311"]
				.map((until) =>
					event(`DTSTART;TZID=America/New_York:20260310T230000\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=${until}`),
				)
				.join("\n"),
		),
		busy: [
			"2026-03-11T03:00/2026-03-11T04:00",
			"2026-03-11T03:00/2026-03-11T04:00",
			"2026-03-11T03:00/2026-03-11T04:00",
			"2026-03-12T03:00/2026-03-12T04:00",
			"2026-03-12T03:00/2026-03-12T04:00",
		],
	},
	{
		name: "UNTIL before the start: no instance",
		file: one("DTSTART:20260310T140000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=20260309T000000Z"),
		busy: [],
	},
	{
		name: "a start that its rule doesn't allow is no instance, and isn't counted",
		file: one("DTSTART:20260310T140000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=2"),
		busy: ["2026-03-16T14:00/2026-03-16T15:00", "2026-03-23T14:00/2026-03-23T15:00"],
	},
	{
		name: "February 29 comes in leap years only",
		file: one("DTSTART;VALUE=DATE:20240229\nRRULE:FREQ=YEARLY"),
		from: "2026-02-01T00:00",
		until: "2028-03-02T00:00",
		busy: ["2028-02-29T05:00/2028-03-01T05:00"],
	},
	{
		name: "the 31st is left out where there is none",
		file: one("DTSTART:20260131T120000Z\nDURATION:PT1H\nRRULE:FREQ=MONTHLY"),
		busy: ["2026-03-31T12:00/2026-03-31T13:00", "2026-05-31T12:00/2026-05-31T13:00"],
	},
	{
		name: "the last weekday of each month, by its place in the set",
		file: one("DTSTART:20260101T120000Z\nDURATION:PT1H\nRRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"),
		busy: [
			"2026-03-31T12:00/2026-03-31T13:00",
			"2026-04-30T12:00/2026-04-30T13:00",
			"2026-05-29T12:00/2026-05-29T13:00",
		],
	},
	{
		name: "every other week from Sunday on",
		file: one("DTSTART:20260303T120000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU;COUNT=4"),
		busy: [
			"2026-03-03T12:00/2026-03-03T13:00",
			"2026-03-15T12:00/2026-03-15T13:00",
			"2026-03-17T12:00/2026-03-17T13:00",
			"2026-03-29T12:00/2026-03-29T13:00",
		],
	},
	{
		name: "weeks and days of the year, also counted from its end",
		file: calendar(
			`${event("DTSTART:20260101T120000Z\nDURATION:PT1H\nRRULE:FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO")}\n${event("DTSTART:20260101T080000Z\nDURATION:PT1H\nRRULE:FREQ=YEARLY;BYYEARDAY=100,-266")}\n${event("DTSTART:20260101T090000Z\nDURATION:PT1H\nRRULE:FREQ=YEARLY;BYDAY=20MO")}`,
		),
		busy: [
			"2026-04-10T08:00/2026-04-10T09:00",
			"2026-05-11T12:00/2026-05-11T13:00",
			"2026-05-18T09:00/2026-05-18T10:00",
		],
		// -266 is day 100 of a year with 365 days.
	},
	{
		name: "Friday the 13th, and the hours of a day",
		file: calendar(
			`${event("DTSTART:20260101T120000Z\nDURATION:PT1H\nRRULE:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13")}\n${event("DTSTART:20260520T090000Z\nDURATION:PT10M\nRRULE:FREQ=DAILY;COUNT=3;BYHOUR=9,17;BYMINUTE=0,30;BYSETPOS=1,-1")}`,
		),
		busy: [
			"2026-03-13T12:00/2026-03-13T13:00",
			"2026-05-20T09:00/2026-05-20T09:10",
			"2026-05-20T17:30/2026-05-20T17:40",
			"2026-05-21T09:00/2026-05-21T09:10",
		],
	},
	{
		name: "every eight hours on Mondays, and every 90 minutes",
		file: calendar(
			`${event("DTSTART:20260309T000000Z\nDURATION:PT1H\nRRULE:FREQ=HOURLY;INTERVAL=8;BYDAY=MO;UNTIL=20260310T000000Z")}\n${event("DTSTART:20260311T000000Z\nDURATION:PT1H\nRRULE:FREQ=MINUTELY;INTERVAL=90;COUNT=3")}`,
		),
		busy: [
			"2026-03-09T00:00/2026-03-09T01:00",
			"2026-03-09T08:00/2026-03-09T09:00",
			"2026-03-09T16:00/2026-03-09T17:00",
			"2026-03-11T00:00/2026-03-11T01:00",
			"2026-03-11T01:30/2026-03-11T02:30",
			"2026-03-11T03:00/2026-03-11T04:00",
		],
	},
	{
		name: "exceptions by moment in another zone, and by date for the whole day",
		file: one(
			"DTSTART;TZID=America/New_York:20260310T100000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=5\nEXDATE:20260311T140000Z\nEXDATE;TZID=Europe/Berlin:20260312T150000\nEXDATE;VALUE=DATE:20260313",
		),
		busy: ["2026-03-10T14:00/2026-03-10T15:00", "2026-03-14T14:00/2026-03-14T15:00"],
	},
	{
		name: "an all-day series with an exception",
		file: one("DTSTART;VALUE=DATE:20260310\nRRULE:FREQ=DAILY;UNTIL=20260312\nEXDATE;VALUE=DATE:20260311"),
		busy: ["2026-03-10T04:00/2026-03-11T04:00", "2026-03-12T04:00/2026-03-13T04:00"],
	},
	{
		name: "extra times, with a period of their own",
		file: one(
			"DTSTART:20260310T140000Z\nDTEND:20260310T150000Z\nRDATE:20260312T140000Z\nRDATE;VALUE=PERIOD:20260314T140000Z/PT3H,20260315T140000Z/20260315T143000Z\nRDATE;VALUE=PERIOD;TZID=Europe/Berlin:20260316T150000/P1D",
		),
		busy: [
			"2026-03-10T14:00/2026-03-10T15:00",
			"2026-03-12T14:00/2026-03-12T15:00",
			"2026-03-14T14:00/2026-03-14T17:00",
			"2026-03-15T14:00/2026-03-15T14:30",
			"2026-03-16T14:00/2026-03-17T14:00",
		],
	},
	{
		name: "a year of weekly meetings with moved instances",
		file: yearOfMeetings(),
		until: "2026-04-14T00:00",
		busy: [
			"2026-03-02T09:00/2026-03-02T10:00",
			"2026-03-09T08:00/2026-03-09T09:00",
			"2026-03-16T08:00/2026-03-16T09:00",
			"2026-03-23T08:00/2026-03-23T09:00",
			"2026-03-30T08:00/2026-03-30T09:00",
			"2026-04-06T07:00/2026-04-06T08:00",
			"2026-04-13T07:00/2026-04-13T08:00",
		],
	},
	{
		name: "an instance that is moved, named in another zone; one that is cancelled; one that is made free",
		file: calendar(
			[
				"DTSTART;TZID=America/New_York:20260310T100000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=4",
				"RECURRENCE-ID;TZID=Europe/Berlin:20260311T150000\nDTSTART;TZID=Europe/London:20260320T100000\nDURATION:PT2H",
				"RECURRENCE-ID:20260312T140000Z\nDTSTART:20260312T140000Z\nDURATION:PT1H\nSTATUS:CANCELLED",
				"RECURRENCE-ID:20260313T140000Z\nDTSTART:20260313T140000Z\nDURATION:PT1H\nTRANSP:TRANSPARENT",
			]
				.map((body) => event(body, "series"))
				.join("\n"),
		),
		busy: ["2026-03-10T14:00/2026-03-10T15:00", "2026-03-20T10:00/2026-03-20T12:00"],
	},
	{
		name: "from one instance on, later and longer, over the change of clocks",
		file: calendar(
			[
				"DTSTART;TZID=Europe/Berlin:20260320T100000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=4",
				"RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260327T100000\nDTSTART;TZID=Europe/Berlin:20260327T143000\nDURATION:PT2H",
				"RECURRENCE-ID;TZID=Europe/Berlin:20260410T100000\nDTSTART;TZID=Europe/Berlin:20260410T080000\nDURATION:PT1H",
			]
				.map((body) => event(body, "future"))
				.join("\n"),
		),
		busy: [
			"2026-03-20T09:00/2026-03-20T10:00",
			"2026-03-27T13:30/2026-03-27T15:30",
			"2026-04-03T12:30/2026-04-03T14:30",
			"2026-04-10T06:00/2026-04-10T07:00",
		],
	},
	{
		name: "a changed instance without its series stands by itself",
		file: one("RECURRENCE-ID:20260310T140000Z\nDTSTART:20260311T140000Z\nDURATION:PT1H"),
		busy: ["2026-03-11T14:00/2026-03-11T15:00"],
	},
	{
		name: "of two versions the higher SEQUENCE counts, then the later DTSTAMP",
		file: calendar(
			[
				"BEGIN:VEVENT\nUID:v\nSEQUENCE:2\nDTSTAMP:20260101T000000Z\nDTSTART:20260310T140000Z\nDURATION:PT1H\nEND:VEVENT",
				"BEGIN:VEVENT\nUID:v\nSEQUENCE:1\nDTSTAMP:20260202T000000Z\nDTSTART:20260311T140000Z\nDURATION:PT1H\nEND:VEVENT",
				"BEGIN:VEVENT\nUID:w\nDTSTAMP:20260202T000000Z\nDTSTART:20260312T140000Z\nDURATION:PT1H\nEND:VEVENT",
				"BEGIN:VEVENT\nUID:w\nDTSTAMP:20260101T000000Z\nDTSTART:20260313T140000Z\nDURATION:PT1H\nEND:VEVENT",
			].join("\n"),
		),
		busy: ["2026-03-10T14:00/2026-03-10T15:00", "2026-03-12T14:00/2026-03-12T15:00"],
	},
	{
		name: "what says that it is free",
		file: calendar(
			[
				"STATUS:CANCELLED",
				"TRANSP:TRANSPARENT",
				"transp:transparent",
				"X-MICROSOFT-CDO-BUSYSTATUS:FREE",
				"X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE",
				"ATTENDEE;CN=Anna;PARTSTAT=DECLINED:mailto:Anna@Firm.example",
				"ATTENDEE;PARTSTAT=DECLINED:MAILTO:calendar@elsewhere.example",
			]
				.map((line, day) => event(`DTSTART:202603${10 + day}T140000Z\nDURATION:PT1H\n${line}`))
				.join("\n"),
			"X-WR-CALNAME:calendar@elsewhere.example",
		),
		busy: [],
	},
	{
		name: "what is busy nevertheless",
		file: calendar(
			[
				"STATUS:TENTATIVE",
				"X-MICROSOFT-CDO-BUSYSTATUS:OOF",
				"ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:anna@firm.example",
				"ATTENDEE;PARTSTAT=DECLINED:mailto:someone@else.example",
				"X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE",
			]
				.map((line, day) => event(`DTSTART:202603${10 + day}T140000Z\nDURATION:PT1H\n${line}`))
				.join("\n"),
		),
		busy: [10, 11, 12, 13, 14].map((day) => `2026-03-${day}T14:00/2026-03-${day}T15:00`),
	},
	{
		name: "published free and busy periods; tasks, journals, and what is inside others are not",
		file: calendar(
			`BEGIN:VFREEBUSY\nDTSTART:20260301T000000Z\nFREEBUSY:20260310T140000Z/PT1H\nFREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20260311T140000Z/20260311T150000Z,20260312T140000Z/PT1H\nFREEBUSY;FBTYPE=FREE:20260313T140000Z/PT1H\nEND:VFREEBUSY
			BEGIN:VTODO\nDTSTART:20260310T180000Z\nDUE:20260310T190000Z\nEND:VTODO\nBEGIN:VJOURNAL\nDTSTART:20260310T180000Z\nEND:VJOURNAL
			BEGIN:X-THING\n${event("DTSTART:20260310T180000Z\nDURATION:PT1H")}\nEND:X-THING`,
		),
		busy: [10, 11, 12].map((day) => `2026-03-${day}T14:00/2026-03-${day}T15:00`),
	},
	{
		name: "calls of the firm, at today's domain and an earlier one; not those of others",
		file: calendar(
			["firm.example", "old-firm.example", "other.example"]
				.map((domain, day) =>
					event(
						`DTSTART:202603${10 + day}T140000Z\nDURATION:PT1H`,
						`booking-6f1e2d3c-0000-4000-8000-00000000000${day}@${domain}`,
					),
				)
				.concat(
					event(
						"DTSTART:20260315T140000Z\nDURATION:PT1H",
						"x-booking-6f1e2d3c-0000-4000-8000-000000000001@firm.example",
					),
				)
				.join("\n"),
		),
		busy: ["2026-03-12T14:00/2026-03-12T15:00", "2026-03-15T14:00/2026-03-15T15:00"],
	},
	{
		name: "an event that can't be read is passed over and counted",
		file: calendar(
			[
				event("DTSTART:20260231T140000Z\nDURATION:PT1H"),
				event("DTSTART:tomorrow\nDURATION:PT1H"),
				event("SUMMARY:No start"),
				event("DTSTART:20260310T140000Z\nDURATION:a while"),
				event("DTSTART:20260310T140000Z\nDURATION:PT1H\nRRULE:FREQ=FORTNIGHTLY"),
				event("DTSTART:20260310T140000Z\nDURATION:PT1H\nSUMMARY"),
				"BEGIN:VEVENT\nUID:open\nDTSTART:20260312T140000Z\nDURATION:PT1H",
				event("DTSTART:20260313T140000Z\nDURATION:PT1H"),
			].join("\n"),
		),
		busy: ["2026-03-10T14:00/2026-03-10T15:00", "2026-03-13T14:00/2026-03-13T15:00"],
		unreadable: 6,
	},
	{
		name: "the window: what runs now, what begins at its end, what it cuts",
		file: calendar(
			[
				"DTSTART:20260301T230000Z\nDURATION:PT2H",
				"DTSTART:20260301T230000Z\nDURATION:PT1H",
				"DTSTART:20260531T230000Z\nDURATION:PT5H",
				"DTSTART:20260601T000000Z\nDURATION:PT1H",
			]
				.map((body) => event(body))
				.join("\n"),
		),
		busy: ["2026-03-01T23:00/2026-03-02T01:00", "2026-05-31T23:00/2026-06-01T00:00"],
	},
	{
		name: "2,000 events",
		file: manyEvents(2_000),
		busy: { count: 2_000, first: "2026-03-03T00:00/2026-03-03T00:30", last: "2026-05-25T07:00/2026-05-25T07:30" },
	},
	{
		name: "a series that began long ago",
		file: one("DTSTART;TZID=America/New_York:19970902T090000\nDURATION:PT1H\nRRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=5"),
		busy: ["2026-05-10T13:00/2026-05-10T14:00"],
	},
	{
		name: "two events of one id in one series, without an id each stands alone",
		file: calendar(
			"BEGIN:VEVENT\nDTSTART:20260310T140000Z\nDURATION:PT1H\nEND:VEVENT\nBEGIN:VEVENT\nDTSTART:20260311T140000Z\nDURATION:PT1H\nEND:VEVENT",
		),
		busy: ["2026-03-10T14:00/2026-03-10T15:00", "2026-03-11T14:00/2026-03-11T15:00"],
	},
	{
		name: "a day that begins at 1 AM, in Beirut",
		file: one("DTSTART;VALUE=DATE:20260329"),
		timeZone: "Asia/Beirut",
		busy: ["2026-03-28T22:00/2026-03-29T21:00"],
	},
	{
		name: "hostile: a page of HTML",
		file: "<!doctype html><html><body>Sign in</body></html>",
		busy: { problem: /isn't a calendar/ },
	},
	{ name: "hostile: nothing", file: "", busy: { problem: /isn't a calendar/ } },
	{
		name: "hostile: noise",
		file: Uint8Array.from({ length: 9_999 }, (_, index) => (index * 7_919) % 256),
		busy: { problem: /isn't a calendar/ },
	},
	{
		name: "a file that is cut off",
		file: manyEvents(3).slice(0, -20),
		busy: { problem: /cut off/ },
	},
	{
		name: "a second calendar that is cut off",
		file: `${manyEvents(1)}\r\nBEGIN:VCALENDAR\r\nBEGIN:VEVENT`,
		busy: { problem: /cut off/ },
	},
	{
		name: "hostile: busy each second for ever",
		file: one("DTSTART:19700101T000000Z\nDURATION:PT1S\nRRULE:FREQ=SECONDLY"),
		busy: { problem: /more than 5,000 busy times/ },
	},
	{
		name: "hostile: rules that no day fulfills, years that no date has",
		file: calendar(
			[
				"DTSTART:20260101T000000Z\nDURATION:PT1H\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
				"DTSTART:00010101T000000Z\nDURATION:PT1H\nRRULE:FREQ=YEARLY;INTERVAL=999999999",
				"DTSTART:99991231T235959Z\nDURATION:P99999999W\nRRULE:FREQ=DAILY",
			]
				.map((body) => event(body))
				.join("\n"),
		),
		busy: [],
	},
	{
		name: "hostile: nested components without end, ends without a beginning",
		file: crlf(`BEGIN:VCALENDAR\n${"BEGIN:X-A\n".repeat(20_000)}${"END:VEVENT\n".repeat(20_000)}END:VCALENDAR`),
		busy: [],
	},
];
