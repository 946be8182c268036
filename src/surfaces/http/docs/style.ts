/** Needs no external resources; light or dark as the reader's system is set. */
export const style = `
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #1d2430; --soft: #5b6472; --line: #e2ddd3; --card: #fff;
  --accent: #7a4b12; --get: #1f6f54; --post: #7a4b12; --code: #f3efe7; --bad: #a3262a; --good: #1f6f54; }
@media (prefers-color-scheme: dark) { :root { --paper: #14171c; --ink: #e4e2dc; --soft: #9aa2ae; --line: #2b3038;
  --card: #1a1e25; --accent: #e0a95b; --get: #6cc8a5; --post: #e0a95b; --code: #20252d; --bad: #f0868a; --good: #6cc8a5; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
a { color: inherit; }
code, pre, textarea { font: 0.875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
code { background: var(--code); border-radius: 4px; padding: 0.1em 0.3em; overflow-wrap: anywhere; }
.page { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 84rem; margin: 0 auto; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 1.5rem 1rem 3rem 1.5rem;
  border-right: 1px solid var(--line); font-size: 0.9rem; }
nav h2 { font-size: 0.75rem; letter-spacing: 0.08em; text-transform: uppercase; color: var(--soft); margin: 1.25rem 0 0.25rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: 0.1rem 0.5rem; border-radius: 4px; text-decoration: none; overflow-wrap: anywhere; }
nav li a:hover { background: var(--code); }
main { padding: 2rem 2rem 8rem; min-width: 0; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0; letter-spacing: -0.01em; }
h1 small { font-size: 0.9rem; font-weight: 400; color: var(--soft); letter-spacing: 0; }
main > section > h2 { margin: 3rem 0 0; font-size: 1.4rem; text-transform: capitalize; }
main > section > p { color: var(--soft); margin: 0.25rem 0 1rem; }
.lead { max-width: 44rem; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.25rem; margin: 1rem 0; }
article:target { border-color: var(--accent); }
h3 { margin: 0; font-size: 1rem; }
h3 a { text-decoration: none; }
h3 code { background: none; padding: 0; font-size: 1rem; font-weight: 600; }
.method { display: inline-block; min-width: 3.2rem; font: 700 0.75rem/1.6 ui-monospace, monospace; text-transform: uppercase; }
.get { color: var(--get); } .post { color: var(--post); }
.summary { margin: 0.35rem 0; }
article > p { max-width: 48rem; margin: 0.35rem 0; }
.tag { font-size: 0.75rem; color: var(--soft); border: 1px solid var(--line); border-radius: 99px; padding: 0.1rem 0.5rem; }
.dim, .path { color: var(--soft); }
details { margin-top: 0.5rem; border-top: 1px solid var(--line); padding-top: 0.4rem; }
summary { cursor: pointer; font-size: 0.9rem; color: var(--accent); overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; margin: 0.5rem 0; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--soft); font-size: 0.75rem; }
td:nth-child(2), td:nth-child(3) { min-width: 6rem; }
pre { background: var(--code); border-radius: 6px; padding: 0.75rem; overflow: auto; max-height: 28rem; margin: 0.5rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
label { display: block; font-size: 0.8rem; color: var(--soft); }
input, textarea { width: 100%; margin-top: 0.2rem; padding: 0.5rem 0.6rem; color: var(--ink); background: var(--paper);
  border: 1px solid var(--line); border-radius: 6px; }
input { font: inherit; }
button { font: inherit; color: var(--card); background: var(--accent); border: 0; border-radius: 6px; padding: 0.4rem 1rem; margin-top: 0.5rem; cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
output.good { color: var(--good); } output.bad { color: var(--bad); }
.scripted { display: none; } .has-script .scripted { display: block; }
form { display: none; } .has-script form { display: block; }
[hidden] { display: none; }
@media (max-width: 52rem) { .page { display: block; } nav { position: static; max-height: none; border-right: 0; padding: 1rem; }
  nav ul { display: none; } nav h2 { display: none; } main { padding: 1rem 1rem 6rem; } }
@media print { nav, .try { display: none; } .page { display: block; } }
`
