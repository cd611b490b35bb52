import { t } from '#kit/text.ts'
import type { ImportControls } from '#operations/imports/ui/ImportButton.tsx'
import type { HomeAnswer, HomeFiguresAnswer } from './answer.tsx'
import { HomeFigures } from './HomeFigures.tsx'
import { HomeMentions } from './HomeMentions.tsx'
import { HomeResult } from './HomeResult.tsx'
import { HomeRisks } from './HomeRisks.tsx'
import { HomeSince } from './HomeSince.tsx'
import { HomeTodo } from './HomeTodo.tsx'
import { MoneyFigures } from './MoneyFigures.tsx'
import { OwnerFigures } from './OwnerFigures.tsx'
import { CustomerCounts, StoreCounts } from './RecordCounts.tsx'
import { SilentStores } from './SilentStores.tsx'
import { LargestFalls, UnderTarget } from './StoreLists.tsx'

interface Props {
  answer: HomeAnswer
  figures: HomeFiguresAnswer
  at: string | undefined
  onImport: ImportControls['open']
}

/** The home page for users who report: figures, then problems, then tasks. */
export function HomeDay({ answer, figures, at, onImport }: Props) {
  const { money, records, care, yesterday, since } = answer
  const owned = money?.forecast?.withResult ? money.forecast.month : undefined
  return (
    <>
      {owned && money && <OwnerFigures money={money} month={owned} />}
      {!owned && money && <MoneyFigures money={money} />}
      <HomeFigures figures={figures} yesterday={yesterday} at={at} />
      <div className="home-columns">
        <div className="home-first">
          <HomeTodo answer={answer} />
        </div>
        <div className="home-main">
          {owned && <HomeResult month={owned} />}
          {money?.atRisk && <HomeRisks atRisk={money.atRisk} />}
          <SilentStores silent={figures.storesWithoutFigures} yesterday={yesterday} onImport={onImport} />
          <div className="home-pair">
            <LargestFalls falls={figures.largestFalls} />
            <UnderTarget below={figures.belowTarget} />
          </div>
          <p className="home-legend">
            {t('红色：较前 7 日均值跌 40% 以上，或低于店铺目标。三角只表示升降，不表示好坏。')}
          </p>
        </div>
        <div className="home-side">
          <HomeSince since={since} />
          {care && <HomeMentions mentions={care.mentions} />}
          {records && <CustomerCounts customers={records.customers} />}
          {records && <StoreCounts stores={records.stores} />}
        </div>
      </div>
    </>
  )
}
