import { PRIVATE_ADDRESS_PATH } from '@desk/contracts/leads/funnels.values';
import type { SourceDto } from '@desk/contracts/leads/sources.routes';
import { ADDRESS_PLACE } from '@desk/contracts/leads/sources.values';
import { siteOrigin } from '@/lib/site-origin';
import { MarkedText } from './marked-text';

const address = `${siteOrigin}${PRIVATE_ADDRESS_PATH}/fna_…`;

/** Highlights text that must be entered exactly. */
function Entry({ text }: { text: string }) {
  const isExact = text.startsWith('`');
  return (
    <dd
      className={
        isExact
          ? 'rounded-control border-2 border-brand bg-brand-soft px-3 py-2'
          : 'rounded-control border border-line-strong bg-surface px-3 py-2 text-muted'
      }
    >
      <MarkedText text={text.replace(ADDRESS_PLACE, address)} />
    </dd>
  );
}

interface ScreenPictureProps {
  name: string;
  screen: SourceDto['screen'];
}

/** Shows a tool's form into which the address is pasted. Made of text, so that it can be read aloud and copied. */
export const ScreenPicture = ({ name, screen }: ScreenPictureProps) => (
  <figure>
    <div className="overflow-hidden rounded-card border border-line bg-sunken shadow-float">
      <div aria-hidden className="flex gap-2 border-b border-line bg-surface px-4 py-3">
        <span className="size-3 rounded-full border border-line-strong" />
        <span className="size-3 rounded-full border border-line-strong" />
        <span className="size-3 rounded-full border border-line-strong" />
      </div>
      <div className="p-5">
        <p className="text-lg font-semibold">{screen.title}</p>
        <dl className="mt-4 grid gap-4 text-sm">
          {screen.fields.map(({ label, entry }) => (
            <div key={label}>
              <dt className="mb-1 font-semibold">{label}</dt>
              <Entry text={entry} />
            </div>
          ))}
        </dl>
      </div>
    </div>
    <figcaption className="mt-3 text-sm text-muted">
      What to enter in {name}. Values in green are entered exactly so; the address ends in your own key. Tools
      change: if a label differs, use the nearest one.
    </figcaption>
  </figure>
);
