export { changeNextRole } from './change-next-role.ts';
export { forgetRoles, toRoleGiver } from './check-role.ts';
export { DUE_ROLES, EVENT_ROLE_TIMES_SQL } from './due-roles.ts';
export { listFormerRoles, readEventRoles } from './queries.ts';
