import { Button } from 'antd'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Tally } from './fileStatus.ts'
import { tally } from './fileStatus.ts'
import type { FileEntry } from './rules.ts'
import { useProblemDownload } from './useProblemDownload.tsx'

interface Props {
  entries: readonly FileEntry[]
  writing: boolean
  onCancel: () => void
  onCommit: () => void
}

/** What the commit will write and what it will not, and the button that confirms it. */
export function FilesFooter({ entries, writing, onCancel, onCommit }: Props) {
  const count = tally(entries)
  const problems = useProblemDownload()
  if (entries.length === 0) {
    return (
      <div className="import-foot-alone">
        <Button onClick={onCancel}>{t('取消')}</Button>
      </div>
    )
  }
  return (
    <div className="import-foot">
      <CommitSummary count={count} />
      <div className="import-foot-acts">
        <Button onClick={onCancel} disabled={writing}>
          {t('取消')}
        </Button>
        {count.problemRows > 0 && (
          <Button loading={problems.busy} onClick={() => problems.download(entries)}>
            {t('下载问题行')}
          </Button>
        )}
        <Button
          type="primary"
          loading={writing}
          disabled={count.included === 0 || count.busy > 0}
          onClick={onCommit}
        >
          {count.included > 0 ? t('确认导入 {n} 个文件', { n: count.included }) : t('确认导入')}
        </Button>
      </div>
    </div>
  )
}

function CommitSummary({ count }: { count: Tally }) {
  const { included, rows } = count
  return (
    <p>
      {included > 0 ? (
        <>
          {t('确认后写入')} <b>{t('{n} 个文件、{rows} 行', { n: included, rows: formatCount(rows) })}</b>
        </>
      ) : (
        t('还没有可以写入的文件')
      )}
      <span>{describeRemainder(count)}</span>
    </p>
  )
}

/** What will not be written, and what can be completed later. */
function describeRemainder({ incomplete, failed, problemRows, openNicks }: Tally): string {
  const out = [
    incomplete > 0 && t('{n} 个文件还差一步', { n: incomplete }),
    failed > 0 && t('{n} 个文件不能导入', { n: failed }),
    problemRows > 0 && t('{n} 行有问题', { n: formatCount(problemRows) }),
  ].filter(Boolean)
  const parts = [
    out.length > 0 && [...out, out.length > 1 ? t('都不会写入') : t('不会写入')].join(t('，')),
    openNicks > 0 && t('{n} 个昵称以后再对应', { n: openNicks }),
  ].filter(Boolean)
  return parts.map((part) => t('；') + part).join('')
}
