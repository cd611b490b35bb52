import { platformNames } from '#clients/stores/rules.ts'
import { formatCount, formatDuration, NOTHING } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Rate } from '#kit/ui/Rate.tsx'
import type { WorklogLine } from './contract.ts'
import { LineStore } from './LineStore.tsx'
import { OddNotes } from './OddNotes.tsx'
import { handledOf, isLow, type ReviewedStore } from './odds.ts'
import { sourceNames } from './rules.ts'

/** The figures of a log on a phone: all of them within the screen, the three that matter in columns. */
export function LogStores({ stores }: { stores: readonly ReviewedStore[] }) {
  if (stores.length === 0) return <p className="log-none">{t('这一天没有店铺。')}</p>
  const lines = stores.flatMap((store) => store.lines)
  const filled = stores.filter((store) => store.lines.some(({ source }) => source !== 'empty'))
  return (
    <section className="log-stores" aria-label={t('店铺数据')}>
      <table>
        <thead>
          <tr>
            <th>{t('店铺')}</th>
            <th className="log-figure">{t('接待')}</th>
            <th className="log-figure">{t('回复率')}</th>
            <th className="log-figure">{t('首响')}</th>
          </tr>
        </thead>
        {stores.map((store) => (
          <tbody key={store.lines[0].storeId}>
            {store.lines.map((line, at) => (
              <Line key={line.nick} line={line} odds={at === 0 ? store.odds : []} isFirst={at === 0} />
            ))}
          </tbody>
        ))}
        <tfoot>
          <tr>
            <td>
              {t('合计')} <small>{t('{n}/{all} 店有数据', { n: filled.length, all: stores.length })}</small>
            </td>
            <td className="log-figure">{formatCount(handledOf(lines))}</td>
            <td />
            <td />
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function Line({ line, odds, isFirst }: { line: WorklogLine; odds: ReviewedStore['odds']; isFirst: boolean }) {
  return (
    <>
      <tr className="log-store-line">
        <td>
          {isFirst ? <LineStore line={line} /> : (line.nick ?? NOTHING)}
          <OddNotes odds={odds} />
        </td>
        <td className="log-figure log-handled">{formatCount(line.handledUsers)}</td>
        <td className="log-figure">
          <Rate bp={line.replyRateBp} bad={isLow(line)} />
        </td>
        <td className="log-figure">{formatDuration(line.frtSec)}</td>
      </tr>
      <tr className="log-store-more">
        <td colSpan={4}>{restOf(line).join(' · ')}</td>
      </tr>
    </>
  )
}

/** The other figures of a line, as far as there are any; platform, nick and source. */
function restOf(line: WorklogLine): string[] {
  const { consultUsers, unreplied, artSec, satisfied, evaluated } = line
  return [
    t(platformNames[line.platform]),
    line.nick,
    consultUsers !== null && t('咨询 {n}', { n: formatCount(consultUsers) }),
    unreplied !== null && t('未回复 {n}', { n: formatCount(unreplied) }),
    artSec !== null && t('平均响应 {time}', { time: formatDuration(artSec) }),
    evaluated !== null && t('满意 {n}/{all}', { n: formatCount(satisfied), all: formatCount(evaluated) }),
    line.source !== 'empty' && t(sourceNames[line.source]),
  ].filter((text) => typeof text === 'string')
}
