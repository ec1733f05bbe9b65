import { html } from '../templates/html.js';
import type { MailSample } from './samples.js';

type ColorScheme = 'light' | 'dark';

/** Phone and desktop, in CSS pixels. */
const WIDTHS = [390, 1_280] as const;

/** Fixes the color scheme: a frame always has that of the browser. */
const withColorScheme = (markup: string, scheme: ColorScheme): string =>
  markup.replaceAll('(prefers-color-scheme: dark)', scheme === 'dark' ? 'all' : 'not all');

const renderFrame = (name: string, scheme: ColorScheme, width: number) =>
  html`<figure>
    <figcaption>${scheme}, ${width} px</figcaption>
    <iframe
      loading="lazy"
      src="${name}.${scheme}.html"
      width="${width}"
      height="${width < 600 ? 900 : 700}"
    ></iframe>
  </figure>`;

const renderSample = ({ name, mail }: MailSample) =>
  html`<section id="${name}">
    <h2>${name}</h2>
    <p>${mail.subject} (${(mail.html.length / 1_000).toFixed(1)} kB)</p>
    <div class="frames">
      ${WIDTHS.flatMap((width) => [renderFrame(name, 'light', width), renderFrame(name, 'dark', width)])}
    </div>
    <pre>${mail.text}</pre>
  </section>`;

const renderIndex = (samples: readonly MailSample[]): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Emails</title>
        <style>
          body {
            font:
              14px/20px system-ui,
              sans-serif;
            margin: 24px;
          }
          .frames {
            display: flex;
            gap: 16px;
            overflow-x: auto;
          }
          iframe {
            border: 1px solid #ccc;
          }
          pre {
            white-space: pre-wrap;
            max-width: 72ch;
          }
        </style>
      </head>
      <body>
        <h1>Emails</h1>
        <ul>
          ${samples.map(({ name }) => html`<li><a href="#${name}">${name}</a></li>`)}
        </ul>
        ${samples.map(renderSample)}
      </body>
    </html>`.source;

/** Returns the content of each file of the preview: an index, and for each sample its text and its HTML in both color schemes. */
export function toPreviewFiles(samples: readonly MailSample[]): ReadonlyMap<string, string> {
  const files = new Map([['index.html', renderIndex(samples)]]);
  for (const { name, mail } of samples) {
    files.set(`${name}.light.html`, withColorScheme(mail.html, 'light'));
    files.set(`${name}.dark.html`, withColorScheme(mail.html, 'dark'));
    files.set(`${name}.txt`, mail.text);
  }
  return files;
}
