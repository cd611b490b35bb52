import { Modal } from 'antd'
import * as z from 'zod'
import { formatInstant } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Field } from './declare.tsx'
import { fieldText } from './fieldText.tsx'
import type { Overtaken, Values } from './values.ts'
import './StaleDialog.css'

interface Props {
  /** The record as it stands now. */
  current: Values
  base: Values
  changes: Overtaken[]
  labelOf: (key: string) => string
  fields: readonly Field[]
  onLoad: () => void
  onCancel: () => void
}

const Author = z.object({ updatedByName: z.string().optional(), updatedAt: z.string().optional() })

/** Somebody else saved first: says who and what, and loads the newest without losing what only this person changed. */
export function StaleDialog({ current, base, changes, labelOf, fields, onLoad, onCancel }: Props) {
  return (
    <Modal
      open
      width={520}
      title={t('这条记录刚被别人修改过')}
      okText={t('载入最新')}
      cancelText={t('先不载入')}
      onOk={onLoad}
      onCancel={onCancel}
      mask={{ closable: false }}
    >
      <p className="stale-words">
        {authorOf(current)}
        {t('您的修改还没有保存。载入最新后，您改的其他项会留在表单里，请核对后再保存。')}
      </p>
      {changes.length > 0 && <ChangesTable {...{ current, base, changes, labelOf, fields }} />}
    </Modal>
  )
}

function ChangesTable({ current, base, changes, labelOf, fields }: Omit<Props, 'onLoad' | 'onCancel'>) {
  return (
    <table className="stale-changes">
      <thead>
        <tr>
          <th scope="col">{t('字段')}</th>
          <th scope="col">{t('您打开时')}</th>
          <th scope="col">{t('现在')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ key, before, after, contested }) => (
          <tr key={key}>
            <th scope="row">{labelOf(key)}</th>
            <td>{textOf(fields, key, before, base)}</td>
            <td>
              {textOf(fields, key, after, current)}
              {contested && <small>{t('您也改了这一项，载入后以此为准')}</small>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function authorOf(current: Values): string {
  const { updatedByName: name, updatedAt: at } = Author.safeParse(current).data ?? {}
  if (!name && !at) return ''
  return t('{name} 于 {at} 保存。', { name: name ?? t('别人'), at: formatInstant(at) })
}

function textOf(fields: readonly Field[], key: string, value: unknown, record: Values): string {
  const field = fields.find((one) => one.key === key)
  return field ? fieldText(field, value, record) : ''
}
