import { platformNames } from '#clients/stores/rules.ts'
import { formatCount, formatDuration, NOTHING } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Rate } from '#kit/ui/Rate.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { RecordLink } from '#kit/ui/trail.tsx'
import type { WorklogLine } from './contract.ts'
import { sourceNames } from './rules.ts'
import '#kit/ui/StackedTable.css'

/** The figures of a log with their sources, a row per store and nick. */
export function LogLines({ lines }: { lines: readonly WorklogLine[] }) {
  if (lines.length === 0) return <p className="log-none">{t('这一天没有店铺。')}</p>
  return (
    <section className="log-lines" aria-label={t('店铺数据')}>
      <table className="stacked-table">
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
          {lines.map((line) => (
            <Line key={`${line.storeId} ${line.nick}`} line={line} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Line({ line }: { line: WorklogLine }) {
  const { storeName, platform, replyRateBp, targetReplyRateBp, satisfied, evaluated } = line
  const isLow = replyRateBp !== null && targetReplyRateBp !== null && replyRateBp < targetReplyRateBp
  return (
    <tr>
      <td>
        {line.storeReadable ? (
          <RecordLink to={`/store-management/${line.storeId}`}>{storeName}</RecordLink>
        ) : (
          storeName
        )}
        <span className="log-platform">{t(platformNames[platform])}</span>
      </td>
      <td data-label={t('昵称')}>{line.nick ?? NOTHING}</td>
      <td className="log-figure" data-label={t('咨询人数')}>
        {formatCount(line.consultUsers)}
      </td>
      <td className="log-figure" data-label={t('接待人数')}>
        {formatCount(line.handledUsers)}
      </td>
      <td className="log-figure" data-label={t('未回复')}>
        {formatCount(line.unreplied)}
      </td>
      <td className="log-figure" data-label={t('回复率')}>
        <Rate bp={replyRateBp} bad={isLow} />
      </td>
      <td className="log-figure" data-label={t('首响')}>
        {formatDuration(line.frtSec)}
      </td>
      <td className="log-figure" data-label={t('平均响应')}>
        {formatDuration(line.artSec)}
      </td>
      <td className="log-figure" data-label={t('满意/评价')}>
        {evaluated === null ? NOTHING : `${formatCount(satisfied)}/${formatCount(evaluated)}`}
      </td>
      <td data-label={t('来源')}>
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
