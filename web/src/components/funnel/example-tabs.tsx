import { ingestExamples } from '@desk/contracts/leads/ingest-examples';
import { useState } from 'react';
import { Tabs } from '@/components/ui/tabs';
import { siteOrigin } from '@/lib/site-origin';
import { CodeBlock } from './code-block';

/** Programs that post a lead, in several languages. */
export function ExampleTabs({ funnelKey }: { funnelKey: string }) {
  const examples = ingestExamples(siteOrigin, funnelKey);
  const [language, setLanguage] = useState(examples[0]?.language ?? 'curl');
  return (
    <Tabs
      label="Examples"
      value={language}
      onChange={setLanguage}
      items={examples.map((example) => ({
        value: example.language,
        label: example.language,
        content: <CodeBlock label={`Example in ${example.language}`} code={example.code} />,
      }))}
    />
  );
}
