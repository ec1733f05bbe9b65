import { ingestExamples } from '@desk/contracts/leads/ingest-examples';
import { siteOrigin } from '@/lib/site-origin';

/** A block of code. Focusable, so that the keyboard can scroll it. */
export const CodeBlock = ({ label, code }: { label: string; code: string }) => (
  <pre
    tabIndex={0}
    role="region"
    aria-label={label}
    className="max-h-105 overflow-auto rounded-control bg-sunken p-4 font-mono text-[13px] leading-5"
  >
    {code}
  </pre>
);

/** Programs that post a lead, each in another language. One is open at a time. */
export const Examples = ({ funnelKey }: { funnelKey: string }) => (
  <div className="divide-y divide-line border-y border-line">
    {ingestExamples(siteOrigin, funnelKey).map(({ language, code }, index) => (
      <details key={language} name="example" open={index === 0} className="open:pb-4">
        <summary className="cursor-pointer py-2.5 font-semibold">{language}</summary>
        <CodeBlock label={`Example in ${language}`} code={code} />
      </details>
    ))}
  </div>
);
