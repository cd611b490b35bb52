import { Button } from 'antd'
import { hideCompany } from '#access/can.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { useOpenNumber } from '#kit/ui/useOpenNumber.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { figureCheckFormatters, resultText } from './cellFormatters.ts'
import { type FigureCheck, figureChecks } from './contract.ts'
import { FindingsDrawer } from './FindingsDrawer.tsx'
import './checks.css'

/** 数据核对: lists the nightly comparisons of stored months with daily figures, and opens their findings. */
export function ChecksTab() {
  const [opened, setOpened] = useOpenNumber('check')
  const run = useAction(figureChecks.run)
  const withCompany = !hideCompany(useUser())
  const runButton = (
    <Button type="primary" loading={run.isPending} onClick={() => run.mutate({})}>
      {t('立即核对')}
    </Button>
  )
  return (
    <>
      <Panel title={t('怎样核对')} actions={runButton}>
        <p className="checks-about">
          {t(
            '报表的长时段合计取自每店每月的汇总，汇总随每次导入、补录和撤销一起更新。每天 03:30 把汇总与逐日数据重新相加的结果比较：最近两个月全部核对，更早的月份轮流核对，刚改过的一律核对。',
          )}
        </p>
      </Panel>
      <ListPage
        endpoint={figureChecks.list}
        name={t('数据核对')}
        columns={columns(withCompany)}
        exportable={false}
        rowActions={(row) => [
          row.found > 0 && { key: 'look', label: t('查看'), onClick: () => setOpened(row.id) },
        ]}
        empty={{ text: t('还没有核对过'), hint: t('每天 03:30 自动核对，也可以点“立即核对”。') }}
      />
      {opened !== undefined && <FindingsDrawer id={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

const toneOf = ({ found, mended: recalculated }: FigureCheck) =>
  found === 0 ? 'green' : recalculated === found ? 'blue' : 'red'

function columns(withCompany: boolean): Column<FigureCheck>[] {
  return [
    { key: 'checkedAt', title: t('核对时间'), type: 'instant', pinned: true, phone: 'name' },
    {
      key: 'found',
      title: t('结果'),
      width: 168,
      phone: 'status',
      words: figureCheckFormatters.result,
      render: (row) => <StatusTag tone={toneOf(row)} label={resultText(row)} />,
    },
    ...countColumns(withCompany),
    {
      key: 'months',
      title: t('全部核对的月份'),
      width: 192,
      phone: 'note',
    },
    {
      key: 'askedByName',
      title: t('发起'),
      width: 96,
      phone: 'note',
      from: { field: 'askedByName', empty: '自动' },
    },
  ]
}

/** The company, and the number of compared store months. */
function countColumns(withCompany: boolean): Column<FigureCheck>[] {
  return [
    ...(withCompany ? ([{ key: 'companyCode', title: t('公司'), width: 80 }] as const) : []),
    {
      key: 'compared',
      title: t('核对店月'),
      type: 'count',
      width: 88,
      phone: 'figure',
      hint: t('一家店的一个月算一个店月'),
    },
    {
      key: 'changed',
      title: t('其中刚改过'),
      type: 'count',
      width: 96,
      hint: t('上次核对以来改过的较早月份'),
    },
  ]
}
