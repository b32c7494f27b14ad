import { casual } from 'chrono-node/en';
import { EVENT_TEXTS } from '../events/fields.ts';
import { isPlannableDate } from '../events/status.ts';
import { isolate } from '../isolate.ts';
import { MINUTE_MS } from '../limits.ts';
import { cleanLine } from '../text.ts';
import { addDays, getWeekday, MONTHS } from './day.ts';
import { formatFieldTime, formatLongDate, formatTime } from './format.ts';
import { type NamedZone, takeNamedZone } from './named-zone.ts';
import { instantToWallTime, wallTimeToInstant } from './wall-time.ts';
import { isKnownZone } from './zones.ts';

/** The instant has no seconds; `zone` is an IANA name. */
export type TypedTime = { instant: Date; zone: string } | { error: string };

type Failure = { error: string };
/** `usualTime` is 'HH:mm'. */
type Context = { now: Date; zone: string; usualTime: string };
/** An hour that is not certain can be am or pm. */
type Clock = { hour: number; minute: string; isCertain: boolean } | 'midnight';
/** `repeats` says by what a past date moves forward, because the text leaves that open. */
type Day = { date: string; repeats: 'day' | 'week' | 'year' | null; weekday: number | null };
type Parts = { rest: string; clock: Clock | null; dayPart: string | null };

const MAX_LENGTH = 100;

const EXAMPLES = 'Try “fri 8:30pm”, “tomorrow 20:30” or “in 3 hours”.';
const ONE_START = { error: 'Please enter only one time: when the event starts. Try “fri 8:30pm”.' };
const ADD_DAY = { error: 'Please add a day, such as “fri” or “dec 4”.' };
const ADD_TIME = { error: 'Please add a time, such as 8pm or 20:00.' };
const WHICH_MIDNIGHT = {
	error: 'Is that the start or the end of the day? Type 00:00 and the day that starts, such as “sat 00:00”.',
};

const TIMESTAMP = /^<t:(\d{1,12})(?::[a-z])?>$/i;
const YEAR_FIRST = /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:t(?=\d)|(?!\d))/gi;
const ISO_DATE = /\b\d{4}-\d{2}-\d{2}\b/;
const NUMERIC_DATE = /(?<![\d/.:-]|\bin )(\d{1,2})([/.-])(\d{1,2})(?:\2(\d{4}|\d{2}))?(?![\d:/])\.?/g;
const CLOCK_12 = /(?<![\d:.])(1[0-2]|0?[1-9])(?:[:.]([0-5]\d))? ?([ap])\.?m\b\.?/gi;
/** "20h" is no time in "in 20h". After a dot, minutes that could be a month are not taken. */
const CLOCK_24 =
	/(?<![\d:.])([01]?\d|2[0-3])(?::([0-5]\d)(?::[0-5]\d(?:\.\d{1,3})?)?|\.(00|1[3-9]|[2-5]\d)|(?<!\bin\b.*)h([0-5]\d)?)(?![\w:])/gi;
const MIDNIGHT = /\bmidnight\b/gi;
const DAY_PART = /\b(?:(?:in the|at) )?(morning|afternoon|evening|night)\b/gi;
/** The hours of a part of the day: the first, and the first after it. */
const DAY_PART_HOURS: Readonly<Record<string, readonly [number, number]>> = {
	morning: [0, 12],
	afternoon: [12, 18],
	evening: [16, 24],
	night: [18, 24],
};

const WEEKDAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?';
const MONTH = `(?:${MONTHS.map((month) => month.slice(0, 3)).join('|')})[a-z]*`;
const NTH = '\\d{1,2}(?:st|nd|rd|th)?';
const PAST = new RegExp(
	`\\byesterday\\b|\\blast (?:night|week|month|year|${WEEKDAY})\\b(?! of)|\\bago\\b|(?<!from )\\bnow\\b`,
	'i',
);
/** Words that chrono accepts, but reads as something vague or by the machine's zone. */
const REFUSED =
	/\b(?:before|after|since|last|past|end|for|within|about|around|few|several|couple)\b|[+~]|(?<=(?:day|week|month|year)s? )from(?! now)/i;
/** Times of more than a day, of which chrono takes any one: "weekend", "next month", "next 3 days". */
const PERIOD = new RegExp(`week(?:end|day)\\b|^(?:this|next)(?! ?${WEEKDAY}\\b)`, 'i');
const LEAP_DAY = /\b(?:29(?:th)? (?:of )?feb(?:ruary)?|feb(?:ruary)? 29(?:th)?)\b(?!,? \d{2})/i;
const DATE = new RegExp(
	`^(?:${WEEKDAY},? )?(?:${NTH} ?(?:of )?${MONTH}|${MONTH} ?${NTH})(?:,? \\d{4})?$`,
	'i',
);
/** "4 dec (fri)": chrono understands a weekday only before the date. */
const WEEKDAY_LAST = new RegExp(`^(.*\\d.*?)[ ,(]+(${WEEKDAY})\\)?$`, 'i');
const FILLER = /(?<!\w)(?:at|on|from|starting|the)(?!\w)|(?<!\S)[-–—:|](?!\S)|(?<!\d)\.|[@,()\s]+/gi;
const RANGE = /\d ?[-–—]|[-–—] ?\d|\b(?:to|until|till)\b/i;

const SPELLINGS: readonly (readonly [RegExp, string])[] = [
	[/\bweds\b/gi, 'wed'],
	[/\btues\b/gi, 'tue'],
	[/\btom+or+ow\b/gi, 'tomorrow'],
	[/\b(?:the )?day after tomorrow\b/gi, 'overmorrow'],
	[/\b(?:this )?(?:coming|upcoming) /gi, 'this '],
	[new RegExp(`\\b((?:next|this) week) (?:on )?(${WEEKDAY})\\b`, 'gi'), '$2 $1'],
	[/\btoni(?:ght|te)\b/gi, 'today evening'],
	[/\bthis (?=morning|afternoon|evening)/gi, 'today '],
	[/\b(?:noon|midday)\b/gi, '12:00'],
	[/\bhalf past (\d{1,2})(?!\d)/gi, '$1:30'],
	[/\b(?:a )?quarter past (\d{1,2})(?!\d)/gi, '$1:15'],
];
/** Not of 12, where the half of the day changes. */
const QUARTER_TO = /\b(?:a )?quarter to ([1-9]|1[01])(?!\d)/gi;

/**
 * Returns the instant that a user typed, and its zone: the one that the text names if an event may have it,
 * otherwise `context.zone`. `context.usualTime` completes a day without a time. Returns an error text unless all
 * of the text is understood in one way and lies ahead. A repeated hour is read as its first. chrono is large, so
 * only the server may load this file.
 */
export function readTypedTime(text: string, context: Context): TypedTime {
	if (text.length > MAX_LENGTH) return { error: `Please use at most ${MAX_LENGTH} characters` };
	const typed = toKeyboardText(text);
	if (typed === '') return { error: 'Please enter a date and time' };
	const timestamp = TIMESTAMP.exec(typed)?.[1];
	if (timestamp) return toTypedTime(new Date(Number(timestamp) * 1_000), context.zone, context.now);
	const past = PAST.exec(typed)?.[0];
	if (past) return { error: `${quote(past)} is not in the future. Please enter a later time.` };

	const { rest, named, second } = takeNamedZone(spell(typed));
	const place = named ?? { zone: context.zone, aheadMs: 0 };
	const shown = named?.aheadMs === 0 && isKnownZone(named.zone) ? named.zone : context.zone;
	const parts = takeParts(rest);
	if ('error' in parts) return parts;
	if (second) return refuse(second);
	const day = readDay(parts.rest, readWall(context.now, place).date, parts.clock !== null);
	if ('error' in day) return day;
	if ('afterMs' in day) {
		return parts.clock
			? ONE_START
			: toTypedTime(new Date(context.now.getTime() + day.afterMs), shown, context.now);
	}
	if (parts.clock && day.clock) return ONE_START;
	const wall = chooseWall({ ...parts, ...day, clock: parts.clock ?? day.clock }, place, context);
	if ('error' in wall) return wall;
	const result = wallTimeToInstant({ ...wall, zone: place.zone });
	if ('error' in result) return result;
	return toTypedTime(new Date(result.instant.getTime() - place.aheadMs), shown, context.now);
}

/**
 * Returns a text that `readTypedTime` reads in this zone as the same minute, if that lies ahead:
 * '2026-12-04 20:30', or Discord's '<t:1793512800>' for the second of a repeated hour.
 */
export function formatTypedTime(instant: Date, zone: string): string {
	const minute = toMinute(instant).getTime();
	const wall = instantToWallTime(instant, zone);
	const result = wallTimeToInstant(wall);
	if ('instant' in result && result.instant.getTime() === minute) return `${wall.date} ${wall.time}`;
	return `<t:${minute / 1_000}>`;
}

const toMinute = (instant: Date): Date => new Date(Math.floor(instant.getTime() / MINUTE_MS) * MINUTE_MS);

const quote = (typed: string): string => `“${isolate(typed)}”`;

const refuse = (part: string): Failure => ({ error: `We couldn't understand ${quote(part)}. ${EXAMPLES}` });

const refuseDate = (date: string): Failure => ({
	error: `${quote(date)} does not exist. Please check the date.`,
});

const readWall = (now: Date, { zone, aheadMs }: NamedZone): { date: string; time: string } =>
	instantToWallTime(new Date(now.getTime() + aheadMs), zone);

function toTypedTime(exact: Date, zone: string, now: Date): TypedTime {
	const instant = toMinute(exact);
	if (!isPlannableDate(instantToWallTime(instant, zone).date)) return { error: EVENT_TEXTS.dateOutOfRange };
	if (instant > now) return { instant, zone };
	const moment = `${formatLongDate(instant, zone)}, ${formatTime(instant, zone)}`;
	return { error: `${moment} is already past. Please enter a later time.` };
}

/** Returns the text as one line, with the characters of a keyboard in place of those of other scripts. */
function toKeyboardText(text: string): string {
	const digits = text.normalize('NFKC').replace(/[^\P{Nd}0-9]/gu, (digit) => {
		// The ten digits of a script follow each other, from zero.
		const code = digit.codePointAt(0) ?? 0;
		let value = 0;
		while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
		return String(value);
	});
	return cleanLine(digits).replace(/[.!]+$/, '');
}

const spell = (typed: string): string =>
	SPELLINGS.reduce((text, [other, spelling]) => text.replace(other, spelling), typed).replace(
		QUARTER_TO,
		(_, hour) => `${((Number(hour) + 10) % 12) + 1}:45`,
	);

/** Returns the time of day and the part of the day, and the text without them, with its numeric date spelled out. */
function takeParts(text: string): Parts | Failure {
	const clocks: Clock[] = [];
	const take = (clock: Clock): string => {
		clocks.push(clock);
		return ' ';
	};
	const dated = text
		.replace(
			YEAR_FIRST,
			(_, year, month, day) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')} `,
		)
		.replace(CLOCK_12, (_, hour, minute = '00', [letter]) =>
			take({ hour: (Number(hour) % 12) + (/p/i.test(letter) ? 12 : 0), minute, isCertain: true }),
		);
	const spelled = spellDate(dated);
	if (typeof spelled !== 'string') return spelled;
	const isIso = ISO_DATE.test(dated);
	const dayParts = new Set<string>();
	const rest = spelled
		.replace(CLOCK_24, (_, hour, colon, dot, letter) =>
			take({
				hour: Number(hour),
				minute: colon ?? dot ?? letter ?? '00',
				isCertain: isIso || /^(?:0|1[2-9]|2\d)/.test(hour),
			}),
		)
		.replace(MIDNIGHT, () => take('midnight'))
		.replace(DAY_PART, (_, name) => {
			dayParts.add(name.toLowerCase());
			return ' ';
		})
		.replace(/\s+/g, ' ')
		.trim();
	const [clock = null, secondClock] = clocks;
	const [dayPart = null, secondPart] = dayParts;
	if (secondClock) return ONE_START;
	return secondPart ? refuse(secondPart) : { rest, clock, dayPart };
}

/** Returns the text with its numeric date ('25/12', '31.12.2026') spelled out, or an error if that has two readings. */
function spellDate(text: string): string | Failure {
	let problem: Failure | null = null;
	const spelled = text.replace(NUMERIC_DATE, (typed, first, separator, second, year) => {
		const [a, b] = [Number(first), Number(second)];
		if (!year && (separator === '-' || (separator === '.' && b > 12))) return typed;
		if (Math.min(a, b) < 1 || Math.min(a, b) > 12 || Math.max(a, b) > 31) return typed;
		const [month, day] = a > 12 ? [b, a] : [a, b];
		const monthName = MONTHS[month - 1] ?? '';
		if (Math.max(a, b) <= 12 && a !== b) {
			const other = MONTHS[day - 1] ?? '';
			const [one, two] = [`${monthName} ${day}`, `${other} ${month}`];
			problem ??= { error: `Is ${quote(typed)} ${one} or ${two}? Type “${one}” or “${two}”.` };
		}
		return `${monthName} ${day}${year ? `, ${year.length === 2 ? `20${year}` : year}` : ''} `;
	});
	return problem ?? spelled;
}

/** Far from any day on which clocks go forward: chrono computes with the clock of the machine. */
const CALM_DAY = new Date('2001-01-02T12:00:00Z');

type ReadDay = { day: Day | null; clock: Clock | null } | { afterMs: number } | Failure;

/** Returns the day in a text without clock times, and an hour that stands alone ("fri 7"); or how far ahead it is. */
function readDay(text: string, today: string, hasClock: boolean): ReadDay {
	const vague = REFUSED.exec(text)?.[0];
	if (vague) return refuse(vague);
	const iso = ISO_DATE.exec(text)?.[0];
	if (iso && getWeekday(iso) === null) return refuseDate(iso);
	const dated = text
		.replace(LEAP_DAY, (day) => `${day} ${findLeapYear(today)}`)
		.replace(WEEKDAY_LAST, '$2 $1');
	// At noon, because the clock of a machine may skip a later hour, so that chrono takes the next day.
	const noon = new Date(`${today}T12:00:00Z`);
	const results = casual.parse(dated, { instant: noon, timezone: 0 });
	const [found, second] = results;
	const beside = results.reduceRight(
		(line, { index, text: part }) => `${line.slice(0, index)} ${line.slice(index + part.length)}`,
		dated,
	);
	const left = beside.replace(FILLER, ' ').trim();
	if (found?.end || RANGE.test(beside)) return ONE_START;
	if (DATE.test(left)) return refuseDate(left);
	if (found && PERIOD.test(found.text)) return ADD_DAY;
	const isAhead = found?.tags().has('result/relativeDateAndTime');
	// chrono reads an abbreviation that it knows as part of a day; any of those that are meant were taken before.
	const readAsZone = !isAhead && found?.start.isCertain('timezoneOffset') ? found.text : '';
	const zone = /\b[A-Z]{2,3}T$/.exec(left) ?? /\S+$/.exec(readAsZone);
	if (zone) {
		return { error: `We don't know the time zone ${quote(zone[0])}. Type its place, such as Europe/Berlin.` };
	}
	const loneHour = !hasClock && /^(?:1?\d|2[0-3])$/.test(left) ? Number(left) : null;
	if (left && loneHour === null) return refuse(left);
	if (second) return ONE_START;
	if (!found) return { day: null, clock: toLoneClock(loneHour) };
	if (isAhead) {
		const [fromCalmDay] = casual.parse(dated, { instant: CALM_DAY, timezone: 0 });
		return loneHour === null && fromCalmDay && !/month|quarter|year/i.test(text)
			? { afterMs: fromCalmDay.date().getTime() - CALM_DAY.getTime() }
			: refuse(text);
	}
	const { start } = found;
	const [hasDay, hasWeekday, hasHour] = (['day', 'weekday', 'hour'] as const).map((part) =>
		start.isCertain(part),
	);
	const clock = hasHour ? toLoneClock(start.get('hour'), start.get('minute')) : toLoneClock(loneHour);
	if (hasHour && loneHour !== null) return ONE_START;
	if (!hasDay && !hasWeekday) return hasHour ? { day: null, clock } : ADD_DAY;
	const isFixed = hasDay ? start.isCertain('year') : /\b(?:this|next)\b/i.test(found.text);
	return {
		day: {
			date: start.date().toISOString().slice(0, 'YYYY-MM-DD'.length),
			repeats: isFixed ? null : hasDay ? 'year' : 'week',
			weekday: hasWeekday ? start.get('weekday') : null,
		},
		clock,
	};
}

const toLoneClock = (hour: number | null, minute: number | null = 0): Clock | null =>
	hour === null ? null : { hour, minute: String(minute).padStart(2, '0'), isCertain: false };

function findLeapYear(today: string): number {
	let year = Number(today.slice(0, 4));
	while (getWeekday(`${year}-02-29`) === null || `${year}-02-29` < today) year += 1;
	return year;
}

type Read = { day: Day | null; clock: Clock | null; dayPart: string | null };

/** Returns what the clock of the place will show: the first time ahead that fits, unless the day is fixed. */
function chooseWall({ day, clock, dayPart }: Read, place: NamedZone, context: Context) {
	const now = readWall(context.now, place);
	if (clock === 'midnight') {
		const isToday = !day || (day.repeats === null && day.date === now.date);
		return isToday ? { date: addDays(now.date, 1), time: '00:00' } : WHICH_MIDNIGHT;
	}
	if (!day && !clock) return ADD_DAY;
	const time = chooseTime(clock, dayPart, context.usualTime);
	if (typeof time !== 'string') return time;
	const { repeats, weekday, ...chosen } = day ?? { date: now.date, repeats: 'day', weekday: null };
	if (repeats && `${chosen.date} ${time}` <= `${now.date} ${now.time}`) {
		if (repeats === 'year') chosen.date = `${Number(chosen.date.slice(0, 4)) + 1}${chosen.date.slice(4)}`;
		else chosen.date = addDays(chosen.date, repeats === 'week' ? 7 : 1);
	}
	if (weekday !== null && getWeekday(chosen.date) !== weekday) {
		return {
			error: `That day is ${formatLongDate(`${chosen.date}T00:00:00Z`, 'UTC')}. Please check the weekday.`,
		};
	}
	return { ...chosen, time };
}

/** Returns the time of day as 'HH:mm', completed by the part of the day ("evening") or the usual time. */
function chooseTime(clock: Exclude<Clock, 'midnight'> | null, dayPart: string | null, usualTime: string) {
	const [from, to] = DAY_PART_HOURS[dayPart ?? ''] ?? [0, 24];
	const fits = (time: string) => Number(time.slice(0, 2)) >= from && Number(time.slice(0, 2)) < to;
	if (!clock) return fits(usualTime) ? usualTime : ADD_TIME;
	const { hour, minute, isCertain } = clock;
	const toTime = (hours: number) => `${String(hours).padStart(2, '0')}:${minute}`;
	const afternoon = toTime((hour % 12) + 12);
	if (!isCertain && !dayPart) {
		if (hour === 0 || hour > 12) return { error: `Please type the time as ${toTime(hour)}.` };
		const [am, pm] = ['am', 'pm'].map((half) => `${hour}${minute === '00' ? '' : `:${minute}`}${half}`);
		return { error: `Is that ${am} or ${pm}? Type ${pm} or ${afternoon}.` };
	}
	const time = isCertain || dayPart === 'morning' ? toTime(hour) : afternoon;
	if (fits(time)) return time;
	return { error: `${formatFieldTime(time)} is not in the ${dayPart}. Please check the time.` };
}
