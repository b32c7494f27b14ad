import { HttpResponse } from 'msw';
import { escapeHtml } from './authorize-page.ts';

/** A page that follows its channel is loaded again after this time. */
export const FOLLOW_SECONDS = 2;

/** Returns a page of the stand-in with its styles. */
export function createPage(title: string, body: string, status: number, reloads = false): Response {
	const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${reloads ? `<meta http-equiv="refresh" content="${FOLLOW_SECONDS}">` : ''}
<title>${escapeHtml(title)} · Discord stand-in</title>
<style>
:root { color-scheme: dark; }
body { margin: 0; background: #1a1c26; color: #eceef5; font: 16px/1.45 system-ui, sans-serif; }
header, main { width: min(48rem, 100% - 2rem); margin: 1rem auto; }
header form, nav, .row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: .5rem 0; }
h1 { font-size: 1.25rem; } h2 { font-size: 1.05rem; margin: 0 0 .4rem; } p { margin: .25rem 0; }
a { color: #9db4ff; } nav a, main > p a { display: inline-block; padding: .6rem .4rem; } nav a[aria-current] { color: #eceef5; font-weight: 600; }
small { color: #c6cadb; }
button, input, select, textarea, .button { font: inherit; color: #fff; min-height: 44px; padding: .5rem 1rem; box-sizing: border-box; border: 1px solid #5a607d; border-radius: 8px; background: #3a3f55; text-decoration: none; display: inline-flex; align-items: center; }
button { cursor: pointer; } button:disabled { opacity: .5; cursor: not-allowed; }
.blurple { background: #4752c4; } .green { background: #1f7a45; } .red { background: #b3343a; }
:focus-visible { outline: 3px solid #f2c46d; outline-offset: 2px; }
article { display: grid; grid-template-columns: 44px 1fr; gap: .75rem; padding: .75rem; border-radius: 8px; }
article > div { min-width: 0; } article:target { background: #242736; } .mentioned { background: #3a3320; }
.avatar svg { width: 44px; height: 44px; border-radius: 50%; }
.content { white-space: pre-wrap; overflow-wrap: anywhere; }
.embed { margin: .5rem 0; padding: .75rem 1rem; border-left: 4px solid; border-radius: 6px; background: #242736; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem; margin: .5rem 0; } .wide { grid-column: 1 / -1; } dt { font-weight: 600; } dd { margin: 0; }
img { max-width: 100%; border-radius: 6px; } .mention { padding: 0 .2em; border-radius: 4px; background: #3b4170; }
#modal { position: sticky; bottom: 1rem; padding: 1rem; border: 1px solid #5a607d; border-radius: 10px; background: #2d3144; }
#modal label, #command label { display: grid; gap: .3rem; margin: 0 0 .6rem; }
select[multiple] { display: block; padding: .4rem; } select { max-width: 100%; } .row { align-items: end; } .row label { display: grid; grid-template-columns: minmax(0, 1fr); gap: .3rem; max-width: 100%; }
#command .row label { margin: 0; } #command { margin: 1rem 0; padding: 1rem; border: 1px solid #5a607d; border-radius: 10px; }
summary { padding: .6rem .4rem; cursor: pointer; color: #9db4ff; }
</style>
</head>
<body>
${body}
</body>
</html>`;
	return new HttpResponse(html, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}
