import { formExample } from '@desk/contracts/leads/ingest-examples';
import { CodeBlock, Examples } from '@/components/funnel/examples';
import { FieldList } from '@/features/guides/components/field-list';
import { Guide } from '@/features/guides/components/guide';
import { SourceList } from '@/features/guides/components/source-list';
import { postingGuide } from '@/features/guides/lib/posting-guide';
import { siteOrigin } from '@/lib/site-origin';

const additions = {
  'from-a-tool': <SourceList />,
  'from-your-program': (
    <>
      <p className="mt-8 mb-2">These programs are complete. Put your key in place of YOUR_KEY.</p>
      <Examples funnelKey="YOUR_KEY" />
    </>
  ),
  'from-a-web-page': (
    <>
      <p className="mt-4 mb-4">This form is complete. Put your publishable key in place of YOUR_KEY.</p>
      <CodeBlock label="Example of a form" code={formExample(siteOrigin, 'YOUR_KEY')} />
    </>
  ),
  fields: <FieldList />,
};

export const Component = () => <Guide nodes={postingGuide} additions={additions} />;
