import { ageRanges, assetBands, leadTypes } from '@desk/contracts/leads/leads.values';
import type { Period } from '@/components/charts/periods';
import type { Report } from '../api/reports.api';
import { listPath } from '../lib/list-path';
import { Arrivals } from './arrivals';
import { ByState } from './by-state';
import { ByValue } from './by-value';
import { ContactSpeed } from './contact-speed';
import { Headline } from './headline';
import { LeadsOverTime } from './leads-over-time';
import { Outcomes } from './outcomes';

interface ReportViewProps {
  period: Period;
  report: Report;
  /** The report of the period before. Undefined until it is loaded. */
  before: Report | undefined;
}

export function ReportView({ period, report, before }: ReportViewProps) {
  const { from, to } = report;
  const nameFile = (subject: string): string => `leads-by-${subject}_${from}_${to}`;
  return (
    <div className="grid gap-6">
      <Headline report={report} before={before} />
      <LeadsOverTime period={period} report={report} before={before} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Arrivals report={report} />
        <ByState report={report} />
        <Outcomes report={report} />
        <ContactSpeed report={report} />
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-3">
        <ByValue
          title="By lead type"
          header="Lead type"
          values={leadTypes}
          counts={report.leadTypes}
          fileName={nameFile('type')}
          getPath={(leadType) => listPath({ from, to, leadType })}
        />
        <ByValue
          title="By age"
          header="Age"
          values={ageRanges}
          counts={report.ageRanges}
          fileName={nameFile('age')}
          getPath={(ageRange) => listPath({ from, to, ageRange })}
        />
        <ByValue
          title="By assets"
          header="Assets"
          values={assetBands}
          counts={report.assetBands}
          fileName={nameFile('assets')}
          getPath={(assetBand) => listPath({ from, to, assetBand })}
        />
      </div>
    </div>
  );
}
