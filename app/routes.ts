import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** The whole address contract on one screen: pages, forms without a page, then /api and the probes. */
export default [
	index('routes/auth/home.tsx'),
	route('login', 'routes/auth/login.tsx'),
	route('logout', 'routes/auth/logout.ts'),
	route('theme', 'routes/auth/theme.ts'),

	layout('routes/signed-in.tsx', [
		route('events', 'routes/events/route.tsx'),
		route('events/:eventId', 'routes/event/route.tsx', [
			route('signup', 'routes/event/own-signup.tsx'),
			route('signups/:signupId', 'routes/event/edit-signup.tsx'),
		]),
		route('create-event', 'routes/guarded/create-event.tsx'),
		route('admin/*', 'routes/guarded/admin.tsx'),
		route('*', 'routes/elsewhere.ts'),
	]),

	route('scenery/:file', 'routes/scenery.ts'),

	route('api/auth/discord', 'routes/api/auth.discord.ts'),
	route('api/auth/discord/callback', 'routes/api/auth.discord.callback.ts'),
	route('api/auth/me', 'routes/api/auth.me.ts'),
	route('api/auth/logout', 'routes/api/auth.logout.ts'),
	route('api/auth/update-username', 'routes/api/auth.update-username.ts'),
	route('api/events', 'routes/api/events.ts'),
	route('api/events/site-settings', 'routes/api/events.site-settings.ts'),
	route('api/events/user/signups', 'routes/api/events.user.signups.ts'),
	route('api/events/:eventId', 'routes/api/events.$eventId.ts'),
	route('api/events/:eventId/signup', 'routes/api/events.$eventId.signup.ts'),
	route('api/events/:eventId/signups/:signupId', 'routes/api/events.$eventId.signups.$signupId.ts'),
	route('api/events/:eventId/comments', 'routes/api/events.$eventId.comments.ts'),
	route('api/events/:eventId/comments/:commentId', 'routes/api/events.$eventId.comments.$commentId.ts'),
	route('api/*', 'routes/api/unknown.ts'),

	route('healthz', 'routes/probes/healthz.ts'),
	route('readyz', 'routes/probes/readyz.ts'),
	route('metrics', 'routes/probes/metrics.ts'),
] satisfies RouteConfig;
