import { useParams } from 'react-router';
import { ProblemPage } from '@/features/admin/components/problems/problem-page';

export function Component() {
  const { reportId = '' } = useParams();
  return <ProblemPage key={reportId} reportId={reportId} />;
}
