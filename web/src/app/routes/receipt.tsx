import { useParams } from 'react-router';
import { DocumentView } from '@/features/settings/components/documents/document-view';

export function Component() {
  const { documentId = '' } = useParams();
  return <DocumentView key={documentId} documentId={documentId} />;
}
