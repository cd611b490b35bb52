import { platformNames } from '#clients/stores/rules.ts'
import { formatCount, formatDuration, NOTHING } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Rate } from '#kit/ui/Rate.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import type { WorklogLine } from './contract.ts'
import { LineStore } from './LineStore.tsx'
import { OddNotes } from './OddNotes.tsx'
import { isLow, type ReviewedStore } from './odds.ts'
import { sourceNames } from './rules.ts'

/** The figures of a log with their sources, a row per store and nick; the unusual stores come first. */
export function LogLines({ stores }: { stores: readonly ReviewedStore[] }) {
  if (stores.length === 0) return <p className="log-none">{t('这一天没有店铺。')}</p>
  return (
    <section className="log-lines" aria-label={t('店铺数据')}>
      <table>
        <thead>
          <tr>
            <th>{t('店铺')}</th>
            <th>{t('昵称')}</th>
            <th className="log-figure">{t('咨询人数')}</th>
            <th className="log-figure">{t('接待人数')}</th>
            <th className="log-figure">{t('未回复')}</th>
            <th className="log-figure">{t('回复率')}</th>
            <th className="log-figure">{t('首响')}</th>
            <th className="log-figure">{t('平均响应')}</th>
            <th className="log-figure">{t('满意/评价')}</th>
            <th>{t('来源')}</th>
          </tr>
        </thead>
        <tbody>
          {stores.map(({ lines, odds }) =>
            lines.map((line, at) => (
              <Line key={`${line.storeId} ${line.nick}`} line={line} odds={at === 0 ? odds : []} />
            )),
          )}
        </tbody>
      </table>
    </section>
  )
}

function Line({ line, odds }: { line: WorklogLine; odds: ReviewedStore['odds'] }) {
  const { platform, replyRateBp, satisfied, evaluated } = line
  return (
    <tr>
      <td>
        <LineStore line={line} />
        <span className="log-platform">{t(platformNames[platform])}</span>
        <OddNotes odds={odds} />
      </td>
      <td>{line.nick ?? NOTHING}</td>
      <td className="log-figure">{formatCount(line.consultUsers)}</td>
      <td className="log-figure">{formatCount(line.handledUsers)}</td>
      <td className="log-figure">{formatCount(line.unreplied)}</td>
      <td className="log-figure">
        <Rate bp={replyRateBp} bad={isLow(line)} />
      </td>
      <td className="log-figure">{formatDuration(line.frtSec)}</td>
      <td className="log-figure">{formatDuration(line.artSec)}</td>
      <td className="log-figure">
        {evaluated === null ? NOTHING : `${formatCount(satisfied)}/${formatCount(evaluated)}`}
      </td>
      <td>
        <Source line={line} />
      </td>
    </tr>
  )
}

/** The source of the figures; if the other source differs, also its value. */
function Source({ line: { source, other } }: { line: WorklogLine }) {
  if (source === 'empty') return <StatusTag tone="orange" label={t('缺数据')} />
  if (!other) return t(sourceNames[source])
  const values = { n: formatCount(other.handledUsers) }
  return (
    <>
      {t(sourceNames[source])}
      <span className="log-other">
        {other.source === 'keyed' ? t('手填接待 {n}', values) : t('提交时接待 {n}', values)}
      </span>
    </>
  )
}
