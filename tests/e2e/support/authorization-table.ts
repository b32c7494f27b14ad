/**
 * The authorization table: every API call of the document and every page of app/routes.ts, with the app's
 * response to each actor. A route or call without a line here fails tests/e2e/api/authorization.spec.ts,
 * which sends all of these requests to the running app.
 *
 * A line contains the method, the address, the intent for a page's form, and the owner of the row where that
 * matters. The request itself is in authorization-requests.ts under the same words; a plain GET needs none.
 *
 * The responses are statuses, and:
 *   login     redirects to the sign-in page, with the way back
 *   >/events  redirects there
 *   303       a form succeeded
 *   (200)     it succeeds and changes no stored row
 *
 * 'removed' is the session of an admin who has left the server, 'revoked' a revoked API token of an admin.
 */
export const COLUMNS = [
	...['visitor', 'player', 'storyteller', 'creator', 'admin'],
	...['removed', 'revoked'],
] as const;
export type Column = (typeof COLUMNS)[number];

export const TABLE = `
Signing in and out                                                            | visitor     player      storyteller creator     admin       removed     revoked
GET /                                                                         | 200         >/events    >/events    >/events    >/events    200         200
GET /login                                                                    | 200         >/events    >/events    >/events    >/events    200         200
GET /api/auth/discord                                                         | 200         200         200         200         200         200         200
GET /api/auth/discord/callback                                                | >/          >/          >/          >/          >/          >/          >/
GET /api/auth/me                                                              | 401         200         200         200         200         401         401
GET /logout                                                                   | login       >/events    >/events    >/events    >/events    login       login
POST /logout auth.logout                                                      | (303)       303         303         303         303         (303)       (303)
POST /api/auth/logout                                                         | 401         200         200         200         200         401         401
GET /theme                                                                    | >/events    >/events    >/events    >/events    >/events    >/events    >/events
POST /theme profile.setTheme                                                  | (303)       303         303         303         303         (303)       (303)

Events                                                                        | visitor     player      storyteller creator     admin       removed     revoked
GET /events                                                                   | login       200         200         200         200         login       login
POST /events signups.put                                                      | login       303         303         303         303         login       login
GET /api/events                                                               | 401         200         200         200         200         401         401
GET /api/events/site-settings                                                 | 401         200         200         200         200         401         401
GET /events/{eventId}                                                         | login       200         200         200         200         login       login
GET /api/events/{eventId}                                                     | 401         200         200         200         200         401         401
GET /images/{hash}                                                            | 401         200         200         200         200         401         401
POST /images/{hash}                                                           | 401         405         405         405         405         401         401
GET /live                                                                     | 401         200         200         200         200         401         401
POST /live                                                                    | 401         405         405         405         405         401         401
GET /create-event                                                             | login       403         403         200         200         login       login
POST /create-event events.create                                              | login       403         403         303         303         login       login
POST /api/events                                                              | 401         403         403         201         201         401         401
GET /events/{eventId}/edit                                                    | login       403         403         200         200         login       login
POST /events/{eventId}/edit events.update                                     | login       403         403         303         303         login       login
POST /events/{eventId} events.update                                          | login       403         403         303         303         login       login
PUT /api/events/{eventId}                                                     | 401         403         403         200         200         401         401
POST /events/{eventId}/edit events.cancel                                     | login       403         403         303         303         login       login
GET /events/{eventId}/cancel                                                  | login       403         403         200         200         login       login
POST /events/{eventId}/cancel events.cancel                                   | login       403         403         303         303         login       login
POST /events/{eventId}/cancel events.reinstate                                | login       403         403         303         303         login       login
POST /api/events/{eventId}/cancel                                             | 401         403         403         200         200         401         401
POST /events/{eventId}/edit events.reinstate                                  | login       403         403         303         303         login       login
POST /api/events/{eventId}/reinstate                                          | 401         403         403         200         200         401         401
GET /events/{eventId}/delete                                                  | login       403         403         200         200         login       login
POST /events/{eventId}/delete events.delete                                   | login       403         403         303         303         login       login
DELETE /api/events/{eventId}                                                  | 401         403         403         200         200         401         401
POST /events/{eventId} events.chooseTime                                      | login       403         403         303         303         login       login
POST /events/{eventId} events.retryMirror                                     | login       403         403         303         303         login       login
POST /api/events/{eventId}/mirror                                             | 401         403         403         200         200         401         401
POST /events/{eventId} events.postAnnouncement                                | login       403         403         303         303         login       login
POST /api/events/{eventId}/announcement                                       | 401         403         403         202         202         401         401
GET /events/{eventId}/series                                                  | login       403         403         200         200         login       login
POST /events/{eventId}/series events.startSeries                              | login       403         403         303         303         login       login
POST /events/{eventId}/series events.updateSeries                             | login       403         403         303         303         login       login
POST /events/{eventId}/series events.endSeries                                | login       403         403         303         303         login       login
GET /api/events/{eventId}/series                                              | 401         403         403         200         200         401         401
POST /api/events/{eventId}/series                                             | 401         403         403         200         200         401         401
PUT /api/events/{eventId}/series                                              | 401         403         403         200         200         401         401
DELETE /api/events/{eventId}/series                                           | 401         403         403         200         200         401         401
GET /events/{eventId}/nudge                                                   | login       403         403         200         200         login       login
POST /events/{eventId}/nudge events.nudge                                     | login       403         403         303         303         login       login
GET /api/events/{eventId}/nudge                                               | 401         403         403         200         200         401         401
POST /api/events/{eventId}/nudge                                              | 401         403         403         202         202         401         401
GET /events/{eventId}/message own                                             | login       403         200         200         200         login       login
GET /events/{eventId}/message foreign                                         | login       403         403         200         200         login       login
POST /events/{eventId}/message messages.send own                              | login       403         303         303         303         login       login
POST /events/{eventId}/message messages.send foreign                          | login       403         403         303         303         login       login
GET /api/events/{eventId}/messages own                                        | 401         403         200         200         200         401         401
GET /api/events/{eventId}/messages foreign                                    | 401         403         403         200         200         401         401
POST /api/events/{eventId}/messages own                                       | 401         403         202         202         202         401         401
POST /api/events/{eventId}/messages foreign                                   | 401         403         403         202         202         401         401

Pages of polls                                                                | visitor     player      storyteller creator     admin       removed     revoked
GET /polls/new                                                                | login       403         403         200         200         login       login
POST /polls/new polls.create                                                  | login       403         403         303         303         login       login
GET /polls/{pollId}                                                           | login       200         200         200         200         login       login
POST /polls/{pollId} polls.vote                                               | login       303         303         303         303         login       login
POST /polls/{pollId} polls.choose                                             | login       403         403         303         303         login       login
POST /polls/{pollId} polls.withdraw                                           | login       403         403         303         303         login       login
GET /polls/{pollId}/edit                                                      | login       403         403         200         200         login       login
POST /polls/{pollId}/edit polls.update                                        | login       403         403         303         303         login       login
GET /api/polls                                                                | 401         200         200         200         200         401         401
GET /api/polls/{pollId}                                                       | 401         200         200         200         200         401         401
POST /api/polls                                                               | 401         403         403         201         201         401         401
PUT /api/polls/{pollId}                                                       | 401         403         403         200         200         401         401
DELETE /api/polls/{pollId}                                                    | 401         403         403         200         200         401         401
PUT /api/polls/{pollId}/votes                                                 | 401         200         200         200         200         401         401
POST /api/polls/{pollId}/choose                                               | 401         403         403         201         201         401         401

Signups                                                                       | visitor     player      storyteller creator     admin       removed     revoked
GET /events/{eventId}/signup                                                  | login       200         200         200         200         login       login
POST /events/{eventId} signups.put                                            | login       303         303         303         303         login       login
POST /events/{eventId}/signup signups.put                                     | login       303         303         303         303         login       login
POST /api/events/{eventId}/signup                                             | 401         201         201         201         201         401         401
POST /events/{eventId} signups.remove                                         | login       303         303         303         303         login       login
DELETE /api/events/{eventId}/signup                                           | 401         200         200         200         200         401         401
GET /events/{eventId}/signups/{signupId} own                                  | login       200         200         200         200         login       login
GET /events/{eventId}/signups/{signupId} foreign                              | login       403         403         200         200         login       login
POST /events/{eventId}/signups/{signupId} signups.update own                  | login       303         303         303         303         login       login
POST /events/{eventId}/signups/{signupId} signups.update foreign              | login       403         403         303         303         login       login
PUT /api/events/{eventId}/signups/{signupId} own                              | 401         200         200         200         200         401         401
PUT /api/events/{eventId}/signups/{signupId} foreign                          | 401         403         403         200         200         401         401
GET /events/{eventId}/add-player                                              | login       403         403         200         200         login       login
POST /events/{eventId}/add-player signups.add                                 | login       403         403         303         303         login       login
POST /api/events/{eventId}/signups                                            | 401         403         403         201         201         401         401
POST /events/{eventId} signups.setRegular                                     | login       303         303         303         303         login       login
POST /events/{eventId} signups.endRegular                                     | login       303         303         303         303         login       login
PUT /api/events/{eventId}/regular                                             | 401         200         200         200         200         401         401
DELETE /api/events/{eventId}/regular                                          | 401         200         200         200         200         401         401
POST /events/{eventId} places.answer                                          | login       303         303         303         303         login       login
POST /api/events/{eventId}/place                                              | 401         200         200         200         200         401         401
POST /events/{eventId} places.callStandbys                                    | login       403         403         303         303         login       login
POST /api/events/{eventId}/standbys                                           | 401         403         403         202         202         401         401
POST /events/{eventId}/signups/{signupId} places.move                         | login       403         403         303         303         login       login
PUT /api/events/{eventId}/signups/{signupId}/place                            | 401         403         403         200         200         401         401
GET /api/events/user/signups                                                  | 401         200         200         200         200         401         401

Discussion                                                                    | visitor     player      storyteller creator     admin       removed     revoked
GET /api/events/{eventId}/comments                                            | 401         200         200         200         200         401         401
POST /events/{eventId} comments.create                                        | login       303         303         303         303         login       login
POST /api/events/{eventId}/comments                                           | 401         201         201         201         201         401         401
POST /events/{eventId} comments.delete own                                    | login       303         303         303         303         login       login
POST /events/{eventId} comments.delete foreign                                | login       403         403         303         303         login       login
DELETE /api/events/{eventId}/comments/{commentId} own                         | 401         200         200         200         200         401         401
DELETE /api/events/{eventId}/comments/{commentId} foreign                     | 401         403         403         200         200         401         401

Groups                                                                        | visitor     player      storyteller creator     admin       removed     revoked
GET /api/events/{eventId}/groups                                              | 401         200         200         200         200         401         401
POST /events/{eventId} groups.edit                                            | login       403         403         303         303         login       login
POST /events/{eventId} groups.save                                            | login       403         403         303         303         login       login
POST /api/events/{eventId}/groups                                             | 401         403         403         200         200         401         401
POST /events/{eventId} groups.autoSplit                                       | login       403         403         (200)       (200)       login       login
POST /api/events/{eventId}/groups/auto-split                                  | 401         403         403         (200)       (200)       401         401
POST /events/{eventId} groups.post                                            | login       403         403         303         303         login       login
POST /api/events/{eventId}/groups/post                                        | 401         403         403         202         202         401         401
GET /events/{eventId}/scripts                                                 | login       200         200         200         200         login       login
POST /events/{eventId}/scripts scripts.vote                                   | login       303         303         303         303         login       login
POST /events/{eventId}/scripts scripts.ask                                    | login       403         403         303         303         login       login
GET /scripts                                                                  | login       200         200         200         200         login       login
POST /scripts scripts.add                                                     | login       403         303         303         303         login       login
POST /scripts scripts.delete own                                              | login       403         303         303         303         login       login
POST /scripts scripts.delete foreign                                          | login       403         403         303         303         login       login
GET /api/scripts                                                              | 401         200         200         200         200         401         401
POST /api/scripts                                                             | 401         403         201         201         201         401         401
DELETE /api/scripts/{scriptId} own                                            | 401         403         200         200         200         401         401
DELETE /api/scripts/{scriptId} foreign                                        | 401         403         403         200         200         401         401
POST /events/{eventId} groups.setWinner own                                   | login       303         303         303         303         login       login
POST /events/{eventId} groups.setWinner foreign                               | login       403         403         303         303         login       login
PUT /api/events/{eventId}/groups/{groupId}/result own                         | 401         200         200         200         200         401         401
PUT /api/events/{eventId}/groups/{groupId}/result foreign                     | 401         403         403         200         200         401         401
GET /events/{eventId}/attendance own                                          | login       200         200         200         200         login       login
GET /events/{eventId}/attendance foreign                                      | login       403         403         200         200         login       login
POST /events/{eventId}/attendance attendance.save own                         | login       303         303         303         303         login       login
POST /events/{eventId}/attendance attendance.save foreign                     | login       403         403         303         303         login       login
GET /api/events/{eventId}/attendance                                          | 401         200         200         200         200         401         401
PUT /api/events/{eventId}/attendance own                                      | 401         200         200         200         200         401         401
PUT /api/events/{eventId}/attendance foreign                                  | 401         403         403         200         200         401         401
GET /events/{eventId}/rounds                                                  | login       200         200         200         200         login       login
POST /events/{eventId}/rounds groups.nextRound                                | login       403         403         303         303         login       login
GET /events/{eventId}/tables own                                              | login       200         200         200         200         login       login
GET /events/{eventId}/tables foreign                                          | login       403         403         200         200         login       login
GET /api/events/{eventId}/groups/{groupId}/table own                          | 401         200         200         200         200         401         401
GET /api/events/{eventId}/groups/{groupId}/table foreign                      | 401         403         403         200         200         401         401
GET /events/{eventId}/preferences/{userId}                                    | login       403         403         200         200         login       login

Users and profile                                                             | visitor     player      storyteller creator     admin       removed     revoked
GET /api/users/all                                                            | 401         200         200         200         200         401         401
GET /api/users/storytellers/list                                              | 401         200         200         200         200         401         401
GET /profile                                                                  | login       200         200         200         200         login       login
POST /profile signups.endRegular                                              | login       303         303         303         303         login       login
POST /profile profile.setSwitches                                             | login       303         303         303         303         login       login
POST /profile profile.update                                                  | login       303         303         303         303         login       login
GET /api/users/profile                                                        | 401         200         200         200         200         401         401
PUT /api/users/profile                                                        | 401         200         200         200         200         401         401
POST /profile profile.update experience                                       | login       303         303         303         303         login       login
POST /profile profile.update calendar                                         | login       303         303         303         303         login       login
POST /profile calendar.renewLink                                              | login       303         303         303         303         login       login
POST /profile calendar.revokeLink                                             | login       303         303         303         303         login       login
GET /api/users/calendar                                                       | 401         200         200         200         200         401         401
POST /api/users/calendar/renew                                                | 401         200         200         200         200         401         401
DELETE /api/users/calendar                                                    | 401         200         200         200         200         401         401
GET /calendar/{token}.ics                                                     | 404         404         404         404         404         404         404
POST /calendar/{token}.ics                                                    | 405         405         405         405         405         405         405
GET /events/{eventId}.ics                                                     | login       200         200         200         200         login       login
POST /events/{eventId}.ics                                                    | login       405         405         405         405         login       login
GET /profile/edit                                                             | login       200         200         200         200         login       login
POST /profile/edit auth.updateUsername                                        | login       303         303         303         303         login       login
PUT /api/auth/update-username                                                 | 401         200         200         200         200         401         401
GET /profile/preferences                                                      | login       200         200         200         200         login       login
POST /profile/preferences preferences.save                                    | login       303         303         303         303         login       login
GET /api/users/preferences                                                    | 401         200         200         200         200         401         401
PUT /api/users/preferences                                                    | 401         200         200         200         200         401         401
GET /api/users/check-discord-signups                                          | 401         200         200         200         200         401         401
POST /profile linking.link own                                                | login       303         303         303         303         login       login
POST /profile linking.link foreign                                            | login       403         403         403         403         login       login
POST /api/users/link-discord-account own                                      | 401         200         200         200         200         401         401
POST /api/users/link-discord-account foreign                                  | 401         403         403         403         403         401         401
POST /profile tokens.create                                                   | login       201         201         201         201         login       login
POST /profile tokens.revoke                                                   | login       303         303         303         303         login       login
POST /profile sessions.end                                                    | login       303         303         303         303         login       login
POST /profile sessions.endOthers                                              | login       303         303         303         303         login       login
GET /profile/export                                                           | login       200         200         200         200         login       login
GET /profile/delete                                                           | login       200         200         200         200         login       login
GET /profile/delete/cancelled                                                 | login       >/profile   >/profile   >/profile   >/profile   login       login
POST /profile/delete profile.delete                                           | login       303         303         303         303         login       login
DELETE /api/users/profile                                                     | 401         200         200         200         200         401         401
GET /profile/deleted                                                          | >/login     >/profile   >/profile   >/profile   >/profile   >/login     >/login

Admin                                                                         | visitor     player      storyteller creator     admin       removed     revoked
GET /admin                                                                    | login       403         403         403         200         login       login
POST /admin settings.save                                                     | login       403         403         403         303         login       login
POST /admin announcements.postLost                                            | login       403         403         403         303         login       login
POST /admin departures.confirm                                                | login       403         403         403         303         login       login
GET /admin/users                                                              | login       403         403         403         200         login       login
POST /admin/users users.setRole                                               | login       403         403         403         303         login       login
POST /admin/users users.updatePreferredUsernames                              | login       403         403         403         303         login       login
GET /admin/users/delete                                                       | login       403         403         403         200         login       login
POST /admin/users/delete users.delete own                                     | login       403         403         403         403         login       login
POST /admin/users/delete users.delete foreign                                 | login       403         403         403         303         login       login
GET /admin/events                                                             | login       403         403         403         200         login       login
POST /admin/events selectPage                                                 | login       403         403         403         (200)       login       login
GET /admin/events/delete                                                      | login       403         403         403         200         login       login
POST /admin/events/delete events.deleteMany                                   | login       403         403         403         303         login       login
GET /admin/signups                                                            | login       403         403         403         200         login       login
POST /admin/signups signups.setStatusMany                                     | login       403         403         403         303         login       login
GET /admin/signups/delete                                                     | login       403         403         403         200         login       login
POST /admin/signups/delete signups.deleteMany                                 | login       403         403         403         303         login       login
GET /admin/signups/{signupId}                                                 | login       403         403         403         200         login       login
POST /admin/signups/{signupId} signups.amend                                  | login       403         403         403         303         login       login
GET /admin/template-events                                                    | login       403         403         403         200         login       login
POST /admin/template-events events.createTemplateWeek                         | login       403         403         403         303         login       login
POST /api/admin/template-events                                               | 401         403         403         403         201         401         401
GET /admin/audit                                                              | login       403         403         403         200         login       login
GET /changes                                                                  | login       403         403         200         200         login       login
GET /undo/{entryId}                                                           | login       >/events    >/events    >/events    >/events    login       login
POST /undo/{entryId} audit.undo                                               | login       403         403         303         303         login       login
POST /api/audit/{entryId}/undo                                                | 401         403         403         200         200         401         401
GET /api/admin/audit                                                          | 401         403         403         403         200         401         401
GET /api/audit/own                                                            | 401         403         403         200         200         401         401
GET /api/admin/statistics                                                     | 401         403         403         403         200         401         401
GET /admin/export/events.csv                                                  | login       403         403         403         200         login       login
GET /admin/export/signups.csv                                                 | login       403         403         403         200         login       login
GET /api/admin/stats                                                          | 401         403         403         403         200         401         401
GET /api/admin/settings                                                       | 401         403         403         403         200         401         401
PUT /api/admin/settings/{key}                                                 | 401         403         403         403         200         401         401
GET /api/admin/users                                                          | 401         403         403         403         200         401         401
PUT /api/admin/users/{userId}/role                                            | 401         403         403         403         200         401         401
PUT /api/admin/users/roles                                                    | 401         403         403         403         200         401         401
DELETE /api/admin/users/{userId} own                                          | 401         403         403         403         403         401         401
DELETE /api/admin/users/{userId} foreign                                      | 401         403         403         403         200         401         401
GET /api/admin/events                                                         | 401         403         403         403         200         401         401
POST /api/admin/delete-events                                                 | 401         403         403         403         200         401         401
GET /api/admin/signups                                                        | 401         403         403         403         200         401         401
PUT /api/admin/signups/{signupId}                                             | 401         403         403         200         200         401         401
POST /api/admin/update-signups                                                | 401         403         403         403         200         401         401
POST /api/admin/delete-signups                                                | 401         403         403         403         200         401         401
GET /admin/discord-check                                                      | login       403         403         403         200         login       login
GET /admin/health                                                             | login       403         403         403         200         login       login
GET /api/admin/discord-preflight                                              | 401         403         403         403         200         401         401
GET /admin/announcements                                                      | login       403         403         403         200         login       login
POST /admin/announcements settings.saveAnnouncements                          | login       403         403         403         303         login       login
GET /api/admin/discord-channels                                               | 401         403         403         403         200         401         401
GET /admin/discord-mirrors                                                    | login       403         403         403         200         login       login
GET /api/admin/discord-mirrors                                                | 401         403         403         403         200         401         401
POST /admin/discord-mirrors discord.retryMirror                               | login       403         403         403         303         login       login
POST /api/admin/discord-mirrors/{eventId}/retry                               | 401         403         403         403         200         401         401
GET /admin/discord-import                                                     | login       403         403         403         200         login       login
GET /api/admin/discord-events                                                 | 401         403         403         403         200         401         401
GET /admin/discord-import/{discordEventId}                                    | login       403         403         403         200         login       login
POST /admin/discord-import/{discordEventId} discord.import                    | login       403         403         403         303         login       login
POST /api/admin/import-discord-event                                          | 401         403         403         403         200         401         401
GET /admin/discord-import/runs/{runId}                                        | login       403         403         403         200         login       login
GET /api/admin/users/server-names                                             | 401         403         403         403         200         401         401
POST /api/admin/users/update-preferred-usernames                              | 401         403         403         403         200         401         401

Test environment                                                              | visitor     player      storyteller creator     admin       removed     revoked
GET /admin/test-environment                                                   | login       403         403         403         200         login       login
GET /api/admin/test-environment/status                                        | 401         403         403         403         200         401         401
POST /admin/test-environment testEnvironment.createUsers                      | login       403         403         403         303         login       login
POST /api/admin/test-environment/create-users                                 | 401         403         403         403         201         401         401
POST /admin/test-environment testEnvironment.createEvent                      | login       403         403         403         303         login       login
POST /api/admin/test-environment/create-event                                 | 401         403         403         403         201         401         401
POST /admin/test-environment testEnvironment.signUpUsers                      | login       403         403         403         303         login       login
POST /api/admin/test-environment/signup-users                                 | 401         403         403         403         200         401         401
POST /admin/test-environment testEnvironment.addPreferences                   | login       403         403         403         303         login       login
POST /api/admin/test-environment/add-preferences                              | 401         403         403         403         200         401         401
GET /admin/test-environment/regenerate                                        | login       403         403         403         200         login       login
POST /admin/test-environment/regenerate testEnvironment.regeneratePreferences | login       403         403         403         303         login       login
POST /api/admin/test-environment/regenerate-preferences                       | 401         403         403         403         200         401         401
GET /admin/test-environment/clear                                             | login       403         403         403         200         login       login
POST /admin/test-environment/clear testEnvironment.clearData                  | login       403         403         403         303         login       login
DELETE /api/admin/test-environment/clear-data                                 | 401         403         403         403         200         401         401

Help, legal pages and everything else                                         | visitor     player      storyteller creator     admin       removed     revoked
GET /faq                                                                      | login       200         200         200         200         login       login
GET /api/docs                                                                 | login       200         200         200         200         login       login
GET /privacy-policy                                                           | login       200         200         200         200         login       login
GET /terms-of-use                                                             | login       200         200         200         200         login       login
GET /cookie-policy                                                            | login       200         200         200         200         login       login
GET /api/openapi.json                                                         | 200         200         200         200         200         200         200
GET /api/*                                                                    | 401         404         404         404         404         401         401
POST /api/*                                                                   | 401         404         404         404         404         401         401
GET /*                                                                        | login       >/events    >/events    >/events    >/events    login       login
POST /*                                                                       | login       >/events    >/events    >/events    >/events    login       login
GET /scenery/{file}                                                           | 200         200         200         200         200         200         200
GET /previews/{file}                                                          | 200         200         200         200         200         200         200
GET /healthz                                                                  | 200         200         200         200         200         200         200
GET /readyz                                                                   | 200         200         200         200         200         200         200
GET /metrics                                                                  | 404         404         404         404         404         404         404
`;
