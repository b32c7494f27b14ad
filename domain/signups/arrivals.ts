/** What users can say at once about when they arrive, in minutes after the start. */
export const ARRIVAL_CHOICES = [15, 30, 60] as const;
export type ArrivalChoice = (typeof ARRIVAL_CHOICES)[number];

/** Returns the choices of minutes after the start that are within an event of `duration` minutes. */
export const listArrivalChoices = (duration: number): readonly ArrivalChoice[] =>
	ARRIVAL_CHOICES.filter((minutes) => minutes < duration);
