import { Button } from 'antd'
import { Suspense } from 'react'
import { formatCount, formatInstant } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Copyable } from '#kit/ui/Copyable.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { useSuppliedParts } from '#kit/ui/suppliedParts.tsx'
import { auditLogs, type Verdict } from './contract.ts'
import { breakSentence } from './rules.ts'
import './LogTab.css'

/** 公司设置 → 操作日志校验: verifies on request that the log was not changed outside the program. */
export function LogTab() {
  // Verification reads the whole log, so it runs only on request and is never refetched automatically.
  const check = useCall(auditLogs.verification, {}, { enabled: false, messagePlace: 'inPage', retry: false })
  const verify = (
    <Button type="primary" loading={check.isFetching} onClick={() => void check.refetch()}>
      {check.data ? t('重新校验') : t('校验')}
    </Button>
  )
  return (
    <Panel title={t('操作日志校验')} actions={verify}>
      <p className="log-quiet">
        {t('逐行核对操作日志：有没有人绕过系统，在数据库里改过、删过或补过记录。日志多时需要几十秒。')}
      </p>
      <Loaded call={check} skeleton={null}>
        {({ items }) => (
          <div aria-live="polite">
            <ul className="log-verdicts">
              {items.map((verdict) => (
                <Result key={verdict.companyCode} {...verdict} />
              ))}
            </ul>
            <p className="log-quiet log-when">
              {t('{at} 校验。请把链头抄到系统以外的地方：日后对照，连整份日志被重写也能发现。', {
                at: formatInstant(new Date(check.dataUpdatedAt).toISOString()),
              })}
            </p>
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

function Result({ companyCode, lines, unsealed, head, broken }: Verdict) {
  const { CompanyName } = useSuppliedParts()
  return (
    <li className="log-verdict">
      <span className="log-verdict-name">
        <Suspense fallback={t('公司 {code}', { code: companyCode })}>
          <CompanyName code={companyCode} />
        </Suspense>
        {broken ? <StatusTag tone="red" label={t('有改动')} /> : <StatusTag tone="green" label={t('完好')} />}
      </span>
      <span>{broken ? brokenText(lines, broken) : t('{n} 行，与写入时一致', { n: formatCount(lines) })}</span>
      {unsealed > 0 && <span>{t('另有 {n} 行刚刚写入，还没有编号', { n: formatCount(unsealed) })}</span>}
      {head && (
        <span className="log-head">
          {t('链头')}{' '}
          <Copyable text={`${companyCode}:${head}`}>
            <code>{`${companyCode}:${head}`}</code>
          </Copyable>
        </span>
      )}
    </li>
  )
}

function brokenText(lines: number, { seq, reason }: NonNullable<Verdict['broken']>): string {
  const sentence = t(breakSentence(reason))
  const before = formatCount(lines)
  return seq === null
    ? t('{sentence}。此前 {n} 行完好，请联系系统管理员，保留数据库备份。', { sentence, n: before })
    : t('第 {seq} 行：{sentence}。此前 {n} 行完好，请联系系统管理员，保留数据库备份。', {
        seq: formatCount(seq),
        sentence,
        n: before,
      })
}
