/** Why an event or its groups cannot be posted on Discord, for creators. */
export const POST_REFUSALS = {
	noChannel: 'No announcement channel is set. An admin can choose one in Site Settings.',
	eventNotActive: 'Only active events can be posted to Discord.',
	groupsNotActive: 'Groups can only be posted for active events.',
	noGroups: 'No groups are saved. Save them first, then post them.',
} as const;
