import { Link } from 'react-router'
import { platformNames } from '#clients/stores/rules.ts'
import { addDays, type Day } from '#kit/calendar.ts'
import { formatCount, formatDecimal, formatDuration, formatRate, formatWeekday } from '#kit/format.ts'
import { changeBp } from '#kit/rates.ts'
import { t } from '#kit/text.ts'
import { type Figure, FigureStrip } from '#kit/ui/FigureStrip.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import { Rate } from '#kit/ui/Rate.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import type { ImportControls } from '#operations/imports/ui/useImport.tsx'
import { dayNames, dayTones } from '#operations/worklogs/rules.ts'
import { useShifts } from '#people/shifts/ui/useShifts.tsx'
import type { HomeAnswer, HomeFiguresAnswer, HomeMineAnswer } from './answer.tsx'
import { HomeSince } from './HomeSince.tsx'
import { HomeTodo } from './HomeTodo.tsx'
import { listLink } from './rules.ts'
import { ShortList } from './ShortList.tsx'
import { SilentStores } from './SilentStores.tsx'

interface Props {
  answer: HomeAnswer
  mine: HomeMineAnswer
  figures: HomeFiguresAnswer
  onImport: ImportControls['open']
}

/** The home page of a member of a team: own buyers and rates, today's log, and the stores of tomorrow. */
export function HomeMine({ answer, mine, figures, onImport }: Props) {
  const { yesterday, since } = answer
  return (
    <>
      <FigureStrip figures={figuresOf(mine, yesterday)} />
      <div className="home-columns">
        <div className="home-first">
          <HomeTodo answer={answer} />
        </div>
        <div className="home-main">
          <OwnStores stores={mine.stores} yesterday={yesterday} />
          <Tomorrow tomorrow={mine.tomorrow} />
          <SilentStores silent={figures.storesWithoutFigures} yesterday={yesterday} onImport={onImport} />
          <p className="home-legend">{t('红色：回复率低于店铺目标。接待和回复率只算您自己的昵称。')}</p>
        </div>
        <div className="home-side">
          <HomeSince since={since} />
        </div>
      </div>
    </>
  )
}

/** Yesterday's own buyers, stores that met their target and first response, and the state of today's log. */
function figuresOf(mine: HomeMineAnswer, yesterday: Day): Figure[] {
  return [volumeFigure(mine, yesterday), targetFigure(mine), responseFigure(mine), logFigure(mine)]
}

function volumeFigure({ volume, series, stores }: HomeMineAnswer, yesterday: Day): Figure {
  return {
    key: 'volume',
    name: t('昨日我的接待'),
    value: volume === null ? null : formatCount(volume),
    unit: t('人'),
    change: { label: t('较前一日'), bp: changeBp(volume, series.at(-2)) },
    coverage: { text: t('{n} 家店', { n: formatCount(stores.length) }), complete: true },
    trend: series.some((value) => value !== null) ? series : undefined,
    to: listLink('workers', { from: yesterday, to: yesterday }),
    about: { formula: t('Σ 您的昵称在各店的接待人数；没有文件的店铺取已通过的日志。') },
  }
}

type Own = HomeMineAnswer['stores'][number]

const isBelow = ({ rateBp, targetBp }: Own) => rateBp !== null && targetBp !== null && rateBp < targetBp

function targetFigure({ stores }: HomeMineAnswer): Figure {
  const compared = stores.filter(({ rateBp, targetBp }) => rateBp !== null && targetBp !== null)
  const below = compared.filter(isBelow)
  const base = { key: 'target', name: t('昨日回复率达标') }
  if (compared.length === 0) return { ...base, value: '-', note: t('昨日没有可比的店铺') }
  return {
    ...base,
    value: `${compared.length - below.length}/${compared.length}`,
    unit: t('家'),
    bad: below.length > 0,
    note:
      below.length > 0
        ? t('低于目标：{names}', { names: below.map(({ storeName }) => storeName).join(t('、')) })
        : t('{n} 家有目标的店铺都达标', { n: compared.length }),
    about: { formula: t('您在各店的回复率，按平台自己的口径，与店铺目标相比。') },
  }
}

function responseFigure({ firstResponseS }: HomeMineAnswer): Figure {
  const base = { key: 'response', name: t('昨日我的首响') }
  if (firstResponseS === null) return { ...base, value: '-', note: t('平台没有给出') }
  const seconds = firstResponseS < 60
  return {
    ...base,
    value: seconds ? formatDecimal(Math.round(firstResponseS * 10), 1) : formatDuration(firstResponseS),
    unit: seconds ? t('秒') : '',
    note: t('各店合计，按接待人数加权'),
  }
}

function logFigure({ log: { state, link } }: HomeMineAnswer): Figure {
  return {
    key: 'log',
    name: t('今天的日志'),
    value: t(dayNames[state]),
    note: <StatusTag tone={dayTones[state]} label={t(LOG_STEPS[state])} />,
    to: link,
  }
}

type DayState = HomeMineAnswer['log']['state']

/** What the agent does about today's log. */
const LOG_STEPS: Record<DayState, string> = {
  due: '今晚写',
  missing: '今晚写',
  draft: '还没有提交',
  returned: '改好再提交',
  submitted: '等组长审核',
  approved: '已计入报表',
  off: '不用写',
}

/** Whether the agent has to write or correct today's log. */
export const isLogOpen = (state: DayState) => ['due', 'missing', 'draft', 'returned'].includes(state)

/** 我的店铺: the agent's buyers and rates of yesterday by store, below target in red. */
function OwnStores({ stores, yesterday }: { stores: Own[]; yesterday: Day }) {
  const phone = usePhone()
  const day = { from: yesterday, to: yesterday }
  return (
    <ShortList
      title={t('我的接待')}
      hint={t('昨日 {day}，您自己的昵称', { day: yesterday.slice(5) })}
      all={stores.length > 0 ? { label: t('报表'), to: listLink('workers', day) } : undefined}
      columns={ownColumns(yesterday, phone)}
      rows={stores}
      rowKey={(row) => row.storeId}
      empty={{
        text: t('昨日没有您的数据'),
        hint: t('文件导入、昵称对应到您以后，接待和回复率列在这里。'),
        action: { label: t('看我的店铺'), to: listLink('stores') },
      }}
    />
  )
}

/** On a phone the values below the name have no heads, so they name themselves. */
function ownColumns(yesterday: Day, phone: boolean): Column<Own>[] {
  return [
    {
      key: 'storeName',
      title: t('店铺'),
      phone: 'name',
      width: 168,
      render: ({ storeId, storeName }) => (
        <Link
          to={listLink('workers', { from: addDays(yesterday, -13), to: yesterday, storeId })}
          title={storeName}
        >
          {storeName}
        </Link>
      ),
    },
    {
      key: 'platform',
      title: t('平台'),
      phone: 'note',
      width: 72,
      from: { field: 'platform', names: platformNames },
    },
    { key: 'volume', title: t('接待'), type: 'count', width: 64, phone: 'figure' },
    {
      key: 'rateBp',
      title: t('回复率'),
      type: 'rate',
      width: 88,
      phone: 'figure',
      render: (row) => <Rate bp={row.rateBp} bad={isBelow(row)} />,
    },
    {
      key: 'targetBp',
      title: t('目标'),
      type: 'rate',
      width: 64,
      phone: 'remark',
      render: ({ targetBp }) => {
        const rate = formatRate(targetBp, targetBp !== null && targetBp % 100 === 0 ? 0 : 2)
        return phone ? t('目标 {rate}', { rate }) : rate
      },
    },
    {
      key: 'firstResponseS',
      title: t('首响'),
      type: 'seconds',
      width: 88,
      phone: 'note',
      render: ({ firstResponseS }) => {
        const time = formatDuration(firstResponseS)
        return phone ? t('首响 {time}', { time }) : time
      },
    },
  ]
}

type TomorrowAnswer = HomeMineAnswer['tomorrow']

/** 明天: the stores that the agent is responsible for, with the shifts. */
function Tomorrow({ tomorrow: { on, off, stores } }: { tomorrow: TomorrowAnswer }) {
  const { nameOf } = useShifts()
  const day = t('{day} {weekday}', { day: on.slice(5), weekday: t(formatWeekday(on)) })
  return (
    <ShortList
      title={t('明天我负责')}
      hint={stores.length > 0 ? t('{day}，{n} 家店', { day, n: stores.length }) : day}
      all={{ label: t('我的排班'), to: listLink('roster') }}
      columns={tomorrowColumns((code) => nameOf(code, on))}
      rows={stores}
      rowKey={(row) => row.storeId}
      empty={{ text: t(OFF_TEXTS[off ?? 'none']), hint: t('组长把店铺分配给您、排了班之后，列在这里。') }}
    />
  )
}

const OFF_TEXTS = { rest: '明天休息', leave: '明天请假', none: '明天没有安排店铺' }

const tomorrowColumns = (nameOf: (code: string) => string): Column<TomorrowAnswer['stores'][number]>[] => [
  { key: 'storeName', title: t('店铺'), phone: 'name', width: 220 },
  {
    key: 'platform',
    title: t('平台'),
    phone: 'note',
    width: 88,
    from: { field: 'platform', names: platformNames },
  },
  {
    key: 'shifts',
    title: t('班次'),
    phone: 'status',
    width: 160,
    render: ({ shifts }) => shifts.map(nameOf).join(t('、')),
  },
]
