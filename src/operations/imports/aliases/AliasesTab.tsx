import { useState } from 'react'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { Column, Filter, RowAction } from '#kit/ui/list/declare.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { fieldNames, formatNames } from '#operations/imports/rules.ts'
import { type ImportAlias, importAliases } from './contract.ts'

const choices = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label: t(label) }))

/** 表头别名: maps the headers of platform files to fields; lists the company's own aliases and the built-in ones. */
export function AliasesTab() {
  const [adding, setAdding] = useState(false)
  const removal = useRemoval()
  const add = { label: t('添加别名'), onClick: () => setAdding(true) }
  return (
    <>
      <ListPage
        endpoint={importAliases.list}
        name={t('表头别名')}
        rowKey={({ platform, header, companyCode }) => `${companyCode} ${platform} ${header}`}
        columns={columns()}
        filters={filters()}
        tabs={{
          key: 'builtIn',
          options: [
            { value: 'false', label: t('本公司添加') },
            { value: 'true', label: t('内置') },
          ],
        }}
        actions={[{ key: 'new', icon: 'plus', primary: true, ...add }]}
        rowActions={(row) => [removal(row)]}
        empty={{
          text: t('还没有添加过表头别名'),
          hint: t('平台改了列名、文件认不出时，在这里添加一次，以后的导入都会认识。'),
          action: add,
        }}
      />
      <AliasForm open={adding} onClose={() => setAdding(false)} />
    </>
  )
}

function AliasForm({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <FormModal
      open={open}
      onClose={onClose}
      title={t('添加表头别名')}
      endpoint={importAliases.create}
      fields={[
        { key: 'platform', kind: 'select', options: choices(formatNames) },
        {
          key: 'header',
          placeholder: t('与文件里的列名一致'),
          hint: t('空格、括号和大小写不影响识别'),
        },
        { key: 'field', kind: 'select', options: choices(fieldNames) },
      ]}
      doneText={t('已添加，下一次导入起生效')}
    />
  )
}

/** 删除, for the company's own aliases. */
function useRemoval(): (row: ImportAlias) => RowAction | null {
  const remove = useAction(importAliases.remove)
  return ({ id, header }) =>
    id === null
      ? null
      : {
          key: 'remove',
          label: t('删除'),
          danger: true,
          confirm: t('以后的导入不再认识“{header}”，已导入的数据不受影响。', { header }),
          onClick: () => remove.mutateAsync({ id }),
        }
}

const filters = (): Filter<'keyword' | 'platform' | 'field'>[] => [
  { key: 'keyword', label: t('表头'), control: 'text', placeholder: t('文件里的列名') },
  { key: 'platform', label: t('平台'), control: 'multi', options: choices(formatNames) },
  { key: 'field', label: t('对应字段'), control: 'multi', options: choices(fieldNames) },
]

function columns(): Column<ImportAlias>[] {
  return [
    { key: 'header', title: t('文件里的表头'), pinned: true, phone: 'name', width: 216 },
    {
      key: 'platform',
      title: t('平台'),
      width: 112,
      phone: 'note',
      from: { field: 'platform', names: formatNames },
    },
    {
      key: 'field',
      title: t('对应字段'),
      width: 176,
      phone: 'note',
      from: { field: 'field', names: fieldNames },
    },
    {
      key: 'builtIn',
      title: t('来源'),
      width: 104,
      phone: 'status',
      from: { field: 'builtIn', names: { true: '内置', false: '本公司添加' } },
      render: (row) =>
        row.builtIn ? (
          <StatusTag tone="grey" label={t('内置')} />
        ) : (
          <StatusTag tone="blue" label={t('本公司添加')} />
        ),
    },
    { key: 'createdByName', title: t('添加人'), width: 96 },
    { key: 'createdAt', title: t('添加时间'), type: 'instant' },
  ]
}
