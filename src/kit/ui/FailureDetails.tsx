import { CallError, sentenceOf } from '#kit/failures.ts'
import { t } from '#kit/text.ts'
import { Copyable } from './Copyable.tsx'
import './States.css'

const KINDS = {
  refused: '服务器没有接受这次请求',
  unreachable: '没有连上服务器',
  broken: '服务器的回应不正常',
}

/** Whether the request was refused, the server unreachable or the response broken. */
export function failureKindText(error: Error): string {
  return error instanceof CallError ? t(KINDS[error.kind]) : t('页面出了问题')
}

/** That loading failed and why, in one line. */
export function loadFailureText(error: Error): string {
  return t('没有加载成功：{why}', { why: failureKindText(error) })
}

/** The message of a failure, for display in the page; empty for showType 0, which is silent (specification §8). */
export function failureMessage(error: Error): string {
  return error instanceof CallError ? sentenceOf(error.notice) : ''
}

/** On demand: status, address and trace id of a failed call, to be copied for the server's administrator. */
export function FailureDetails({ error }: { error: Error }) {
  if (!(error instanceof CallError)) return null
  const { status, address, traceId } = error
  const text = [
    status && t('状态 {status}', { status }),
    address,
    traceId && t('问题编号 {id}', { id: traceId }),
  ]
    .filter(Boolean)
    .join(' · ')
  if (!text) return null
  return (
    <details className="failure-details">
      <summary>{t('详情')}</summary>
      <Copyable text={text} />
    </details>
  )
}
