import type { Page } from '@playwright/test';

/** When a field is changed: before any script has run, while React takes the page over, or after that. */
export type Phase = 'before' | 'during' | 'after';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type ChangedField = { phase: Phase; name: string; value: string; isSent: boolean };
type Control = {
	holdsRendering: boolean;
	held: (() => void)[];
	posted: number;
	handled: number;
	/** The fields of each phase, and what the changed ones hold since. */
	fields: Map<Phase, Field[]>;
	changed: ChangedField[];
};
declare global {
	interface Window {
		early: Control;
	}
}

/**
 * Lets the test decide when React works. React begins each part of its work with a message, and `holdsRendering` keeps
 * these messages back.
 */
export const controlRendering = (page: Page): Promise<unknown> =>
	page.addInitScript(() => {
		window.early = {
			holdsRendering: false,
			held: [],
			posted: 0,
			handled: 0,
			fields: new Map(),
			changed: [],
		};
		const Native = MessageChannel;
		window.MessageChannel = class extends Native {
			constructor() {
				super();
				const { port1, port2 } = this;
				port1.addEventListener('message', () => window.early.handled++);
				const post = port2.postMessage.bind(port2);
				port2.postMessage = (message: unknown) => {
					window.early.posted++;
					if (window.early.holdsRendering) window.early.held.push(() => post(message));
					else post(message);
				};
			}
		};
	});

/** Holds React's work back from now on. */
export const holdRendering = (page: Page): Promise<void> =>
	page.evaluate(() => {
		window.early.holdsRendering = true;
	});

/** Waits until React has been started and has not rendered anything yet. Call `holdRendering` first. */
export const waitForStart = (page: Page): Promise<unknown> =>
	page.waitForFunction(
		() =>
			window.early.held.length > 0 &&
			Object.keys(document).some((name) => name.startsWith('__reactContainer')),
	);

/** Lets React work on. */
export const releaseRendering = (page: Page): Promise<void> =>
	page.evaluate(() => {
		window.early.holdsRendering = false;
		for (const post of window.early.held.splice(0)) post();
	});

/** Waits until React has hydrated all parts of the page, and neither it nor the router has anything left to do. */
export const waitUntilIdle = (page: Page): Promise<unknown> =>
	page.waitForFunction(() => {
		const findOwn = (node: object | null, prefix: string) =>
			Object.entries(node ?? {}).find(([key]) => key.startsWith(prefix))?.[1];
		const root = findOwn(document, '__reactContainer');
		if (root?.stateNode.current.memoizedState.isDehydrated !== false) return false;
		// The groups editor is a file of its own, which is hydrated later.
		const button = document.querySelector('#groups button');
		if (button && !findOwn(button, '__reactProps')) return false;
		const { state } = Reflect.get(window, '__reactRouterDataRouter');
		const isRouterIdle = state.navigation.state === 'idle' && state.revalidation === 'idle';
		const isFetcherBusy = [...state.fetchers.values()].some((one: { state: string }) => one.state !== 'idle');
		return isRouterIdle && !isFetcherBusy && window.early.posted === window.early.handled;
	});

/** Of many fields with the same name only the first ones are changed. */
const MAX_OF_ONE_NAME = 3;

/**
 * Distributes the fields that a user could change among the phases: one of them is changed while React takes the page
 * over, because the first event of that time ends it. `shift` 0 and 1 exchange the others. Below an open dialog no field
 * is changed. Returns the number of fields.
 */
export const divideFields = (page: Page, shift: 0 | 1): Promise<number> =>
	page.evaluate(
		({ shift, most }) => {
			const counts = new Map<string, number>();
			const place = document.querySelector('dialog') ?? document;
			const fields = [...place.querySelectorAll<Field>('input, select, textarea')].filter((field) => {
				if (!field.name || field.disabled || ['hidden', 'submit', 'button', 'file'].includes(field.type))
					return false;
				if ('readOnly' in field && field.readOnly) return false;
				// A search shows another list at once, and a form that saves at once shows what is stored after a failure.
				if (field.closest('search') || field.form?.querySelector('noscript')) return false;
				const isRadio = field.type === 'radio';
				if (isRadio && field instanceof HTMLInputElement && field.checked) return false;
				const count = (counts.get(field.name) ?? 0) + 1;
				counts.set(field.name, count);
				return count <= (isRadio ? 1 : most);
			});
			const before = fields.filter((_, index) => index % 2 === shift);
			const [during, ...after] = fields.filter((_, index) => index % 2 !== shift);
			window.early.fields = new Map([
				['before', before],
				['during', during ? [during] : []],
				['after', after],
			]);
			return fields.length;
		},
		{ shift, most: MAX_OF_ONE_NAME },
	);

/** Changes the fields of a phase as a user would: types a text, chooses another option, ticks or unticks a box. */
export const changeFields = (page: Page, phase: Phase): Promise<void> =>
	page.evaluate((phase) => {
		const { changed, fields } = window.early;
		const BOXES = ['checkbox', 'radio'];
		const write = (field: Field, value: string) => {
			// React does not see a change by the setter that it gives to fields.
			Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
			field.dispatchEvent(new Event('input', { bubbles: true }));
			field.dispatchEvent(new Event('change', { bubbles: true }));
		};
		const chooseNext = (field: Field): string | undefined => {
			if (field instanceof HTMLSelectElement)
				return [...field.options].findLast(({ disabled, selected }) => !disabled && !selected)?.value;
			const text = `typed ${changed.length}`;
			const most = field.maxLength > 0 ? field.maxLength : text.length;
			if (field instanceof HTMLTextAreaElement) return text.slice(0, most);
			const { type, value, min, max } = field;
			if (type === 'number') {
				const next = Number(value || min || 1) + 1;
				return String(max && next > Number(max) ? Number(max) - 1 : next);
			}
			if (type === 'date') return min > '2031-07-04' ? min : '2031-07-04';
			const others: Record<string, string> = { time: '21:15', url: 'https://example.org/typed' };
			return others[type] ?? text.slice(0, most);
		};
		for (const first of fields.get(phase) ?? []) {
			// React may have replaced the field since.
			const isSame = (one: Element) =>
				one instanceof HTMLInputElement && BOXES.includes(one.type) ? one.value === first.value : true;
			const field = first.isConnected
				? first
				: [...document.querySelectorAll<Field>(`[name="${CSS.escape(first.name)}"]`)].find(isSame);
			if (!field || field.disabled) continue;
			if (field instanceof HTMLInputElement && BOXES.includes(field.type)) {
				const isSent = !field.checked;
				field.click();
				changed.push({ phase, name: field.name, value: field.value, isSent });
				continue;
			}
			const value = chooseNext(field);
			if (value === undefined || value === field.value) continue;
			field.focus({ preventScroll: true });
			write(field, value);
			changed.push({ phase, name: field.name, value, isSent: true });
		}
	}, phase);

/** Returns what the forms of the page would not send any more, although the user has entered it. */
export const listLost = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const entries = [...document.forms]
			.flatMap((form) => [...new FormData(form)])
			.map((entry) => entry.join(' = '));
		const expected = Map.groupBy(window.early.changed, ({ name, value }) => `${name} = ${value}`);
		return [...expected].flatMap(([entry, changes]) => {
			const sent = entries.filter((one) => one === entry).length;
			const wanted = changes.filter(({ isSent }) => isSent).length;
			const isRight = wanted > 0 ? sent >= wanted : sent === 0;
			return isRight ? [] : [`${entry} (${changes.map(({ phase }) => phase).join(', ')})`];
		});
	});

/**
 * Marks each different button that posts a form of the page, or of its dialog, and returns the marks: first those of buttons that stay
 * on the page. `isFirst` adds the forms of the navigation, which every page has.
 */
export const markButtons = (page: Page, isFirst: boolean): Promise<string[]> =>
	page.evaluate((isFirst) => {
		const isInUse = document.querySelector('dialog') ? 'dialog *' : isFirst ? '*' : 'main *';
		const seen = new Set<string>();
		const all = [...document.querySelectorAll<HTMLButtonElement>('form[method=post] button')];
		const leaves = (button: HTMLButtonElement) => Number(button.hasAttribute('formaction'));
		const buttons = all.sort((one, other) => leaves(one) - leaves(other));
		return buttons.flatMap((button, index) => {
			if (button.type !== 'submit' || button.disabled || !button.form) return [];
			if (!button.matches(isInUse)) return [];
			const kind = `${new FormData(button.form, button).get('intent')} ${button.name}`;
			if (seen.has(kind)) return [];
			seen.add(kind);
			button.dataset.early = String(index);
			return [String(index)];
		});
	}, isFirst);

/** The name of a field that only the tests send: which press has sent the form. */
export const PRESS_FIELD = 'early-press';

/**
 * Presses a button. Its form is sent although a field is empty, with the number of this press. Returns false when
 * the page has no such button any more.
 */
export const pressButton = (page: Page, mark: string, press: number): Promise<boolean> =>
	page.evaluate(
		({ mark, press, name }) => {
			const button = document.querySelector<HTMLButtonElement>(`[data-early="${mark}"]`);
			const form = button?.form;
			// With script, some buttons change only the page, or send another form.
			if (!button || !form || form.method !== 'post' || button.type !== 'submit') return false;
			form.noValidate = true;
			const add = ({ formData }: FormDataEvent) => formData.set(name, String(press));
			form.addEventListener('formdata', add);
			button.click();
			form.removeEventListener('formdata', add);
			return true;
		},
		{ mark, press, name: PRESS_FIELD },
	);

/** Returns whether the page itself has refused the form of a button, so that it was not sent. */
export const isRefusedByPage = (page: Page, mark: string): Promise<boolean> =>
	page.evaluate((mark) => {
		const form = document.querySelector<HTMLButtonElement>(`[data-early="${mark}"]`)?.form;
		return Boolean(form?.querySelector('[aria-invalid="true"]'));
	}, mark);
