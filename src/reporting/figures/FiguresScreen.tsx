import { Segmented } from 'antd'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { can } from '#access/can.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { allWell } from '#kit/ui/allWell.ts'
import { statusTabs } from '#kit/ui/choices.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import type { Filter } from '#kit/ui/list/declare.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { AnswerWindowProps } from './AnswerWindow.tsx'
import { figures } from './contract.ts'
import { figureQuestions, type Outcome, type Question } from './contractQuestions.ts'
import {
  correctionColumns,
  type Difference,
  differenceColumns,
  pendingColumns,
  questionColumns,
} from './figureColumns.tsx'
import { PENDING_DAYS, statusNames } from './rules.ts'

const AnswerWindow = lazyPart<'AnswerWindow', AnswerWindowProps>(
  () => import('./AnswerWindow.tsx'),
  'AnswerWindow',
)

const VIEWS = { questions: '疑问', differences: '填报与导入不一致', pending: '待补', corrections: '更正记录' }

type View = keyof typeof VIEWS

/** 数据核对: questioned figures, differences, figures that the platforms still owe, and manual corrections. */
export function FiguresScreen() {
  const [params, setParams] = useSearchParams()
  const user = useUser()
  const requestedView = params.get('view') as View
  const view: View = requestedView in VIEWS ? requestedView : 'questions'
  const views = (Object.keys(VIEWS) as View[]).filter(
    (name) => name !== 'differences' || can(user, 'canReviewWorklog'),
  )
  const List = LISTS[view]
  return (
    <>
      <Segmented<View>
        options={views.map((value) => ({ value, label: t(VIEWS[value]) }))}
        value={view}
        onChange={(next) => setParams({ view: next })}
        aria-label={t('数字核对')}
        style={{ marginBottom: 16 }}
      />
      <List />
    </>
  )
}

const toAnswer = (): Filter<'toAnswer'> => ({
  key: 'toAnswer',
  label: t('只看'),
  control: 'select',
  options: [{ value: 'true', label: t('等我答复') }],
})

function Questions() {
  const canAnswer = can(useUser(), 'canReviewWorklog')
  const [answering, setAnswering] = useState<{ question: Question; outcome?: Outcome } | null>(null)
  return (
    <>
      <ListPage
        endpoint={figureQuestions.list}
        name={t('疑问')}
        columns={questionColumns()}
        filters={canAnswer ? [toAnswer()] : []}
        tabs={statusTabs(statusNames)}
        rowActions={(row) => [
          row.mayAnswer && {
            key: 'correct',
            label: t('更正'),
            onClick: () => setAnswering({ question: row, outcome: 'corrected' }),
          },
          row.mayAnswer && {
            key: 'answer',
            label: t('答复'),
            onClick: () => setAnswering({ question: row }),
          },
          { key: 'look', label: t('看数字'), to: row.place },
        ]}
        empty={{ text: t('没有疑问'), hint: t('在报表里点开一个数字，可以说“这个数字不对”。') }}
      />
      {answering && (
        <Suspense>
          <AnswerWindow {...answering} onClose={() => setAnswering(null)} />
        </Suspense>
      )}
    </>
  )
}

function Differences() {
  const [checking, setChecking] = useState<Difference | null>(null)
  return (
    <>
      <ListPage
        endpoint={figures.differences}
        name={t('填报与导入不一致')}
        columns={differenceColumns()}
        rowKey={(row) => `${row.storeId} ${row.on} ${row.nick}`}
        rowActions={(row) => [{ key: 'check', label: t('标为已核对'), onClick: () => setChecking(row) }]}
        empty={({ covers }) =>
          allWell({
            covers: covers ?? 0,
            good: (n) => ({
              text: t('{n} 份填报的数都与导入一致', { n }),
              hint: t('客服填报的数与平台文件不同时列在这里，以平台文件为准。'),
            }),
            none: {
              text: t('还没有可以核对的填报'),
              hint: t('同一天既有客服填报、又有平台文件时，不同的列在这里。'),
            },
          })
        }
      />
      {checking && (
        <FormModal
          open
          onClose={() => setChecking(null)}
          title={t('标为已核对')}
          endpoint={figures.check}
          fixed={{ storeId: checking.storeId, on: checking.on, nick: checking.nick }}
          fields={[{ key: 'note', kind: 'textarea', hint: t('任何一边再变，会重新列出') }]}
        />
      )}
    </>
  )
}

function Pending() {
  return (
    <ListPage
      endpoint={figures.pending}
      name={t('待补')}
      columns={pendingColumns()}
      rowKey={(row) => `${row.storeId} ${row.on}`}
      empty={({ covers }) =>
        allWell({
          covers: covers ?? 0,
          good: (n) => ({
            text: t('近 {days} 天的 {n} 个店日，没有待补的数', { days: PENDING_DAYS, n }),
            hint: t('平台还在统计（延迟统计）的数，补导入之后从这里消失。'),
          }),
          none: {
            text: t('还没有店铺数据'),
            hint: t('导入平台数据之后，平台还在统计（延迟统计）的数列在这里。'),
            action: { label: t('导入平台数据'), to: '/store-worklog/imports?import=1' },
          },
        })
      }
    />
  )
}

function Corrections() {
  const revoke = useAction(figures.revoke)
  const user = useUser()
  return (
    <ListPage
      endpoint={figures.corrections}
      name={t('更正记录')}
      columns={correctionColumns()}
      filters={[{ from: 'from', to: 'to', label: t('日期'), control: 'days', future: false }]}
      rowActions={(row) => [
        can(user, 'canReviewWorklog') &&
          row.endedAt === null && {
            key: 'revoke',
            label: t('撤销'),
            danger: true,
            confirm: t('同一次更正的数都将恢复到更正之前。'),
            onClick: () => revoke.mutateAsync({ id: row.actId }),
          },
      ]}
      empty={{ text: t('没有更正过的数') }}
    />
  )
}

const LISTS = { questions: Questions, differences: Differences, pending: Pending, corrections: Corrections }
