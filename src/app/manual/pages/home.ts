import type { ManualPage } from '#app/manual/page.ts'

export const home: ManualPage = {
  purpose:
    '每天先看这里：昨天的数字、出了什么问题、等您做什么。各人看到的按角色不同，数字都能点开到对应的列表。',
  figures: [
    {
      name: '昨日的各项数字',
      formula: '与报表相同：您看得到的店铺昨天的合计，下面注明已报店数 ÷ 应报店数',
      note: '缺数据不计为 0。点数字打开报表，点覆盖看没有报的店。',
    },
    {
      name: '跌幅最大',
      formula: '昨日对前 7 日均值，只列有数据的店铺',
      note: '跌 40% 以上标红。',
      needs: 'canReportWorklog',
    },
    {
      name: '昨日我的接待',
      formula: 'Σ 您的昵称在各店的接待人数；没有文件的店铺取已通过的日志',
      note: '客服看到的是自己的数字；每家店的回复率与店铺目标相比，低于目标标红。',
      needs: 'canReportWorklog',
    },
    {
      name: '低于目标',
      formula: '昨日回复率低于店铺目标的店铺，按平台自己的口径',
      needs: 'canReportWorklog',
    },
    {
      name: '预计净利',
      formula: '已出账 + 草稿 + 推算 − 预计的成本',
      note: '这不是最后的结果：还没出账的店铺按现在的状态和报价算到月底，注明推算占多少。',
      needs: 'canManageMonthlyFinancial',
    },
    {
      name: '月经常收入',
      formula: '服务中的店铺按现在的计费方式每月的固定收入，不含超量和提成',
      needs: 'canManageMonthlyFinancial',
    },
    {
      name: '本月收款和到期应收',
      formula: '本月收到的款（含押金，不含押金抵扣）；到期应收 = 已收 + 月底前到期还没收的',
      needs: 'canChargeCustomer',
    },
    { name: '待认领', formula: '银行流水里还没有对上账单的收款，不算已收', needs: 'canChargeCustomer' },
  ],
  tasks: [
    {
      title: '做完今天的待办',
      steps: ['看「待办」，每一行是一件事和件数，点开就是那个列表。', '做完一件，件数就减少；没有的不显示。'],
    },
    {
      title: '看上次登录之后发生了什么',
      steps: ['看「上次登录后」：别人的导入、审核、转交和新的预警，同一个人的同一类合成一行。'],
    },
    {
      title: '找任何一家店铺、客户、同事或页面',
      steps: [
        '按 Ctrl K（Mac 按 ⌘ K），输入名称、拼音、首字母或编号。',
        '用方向键选，按回车打开；最近用过的在前。',
      ],
    },
    {
      title: '补上昨天没有报的店',
      needs: 'canReportWorklog',
      steps: [
        '看「昨日未报」：每家店写明负责的客服和最近有数据的日子。',
        '点「导入平台数据」，或在那一行导入。',
      ],
    },
    {
      title: '跟进快到期的合同',
      needs: 'canReadCustomer',
      steps: [
        '看「要续签的合同」：60 天以内到期的，最早的在前。',
        '谈好之后点「续签」：新合同从原合同结束的第二天起，期限相同，改好再保存。',
      ],
    },
    {
      title: '写今天的日志，看明天负责什么',
      needs: 'canReportWorklog',
      steps: ['点「写今天的日志」。', '「明天我负责」列出明天的店铺和班次，取自排班和店铺分配。'],
    },
    {
      title: '审日志，补上没有人的店铺',
      needs: 'canReviewWorklog',
      steps: [
        '组长看「待审的日志」，点「审核」打开一份。',
        '「没有人的店铺」和「排班与分配不一致」列出 7 天以内的，点「排班」去改。',
      ],
    },
    {
      title: '催款和认领收款',
      needs: 'canChargeCustomer',
      steps: [
        '「逾期」按天数列出客户，点「账单」看是哪几张，点「跟进」写下联系的结果。',
        '待认领的流水写明可能是哪张账单，点开登记。',
      ],
    },
  ],
  notes: [
    { text: '右上角的铃铛是通知；哪些事通知您，在个人设置里选。' },
    { text: '公司还没有数据时，首页是开通清单：管理员照着做，其他人看到在等什么、等谁。' },
  ],
  see: ['lists', 'roles', 'daily-store', 'settings-notices'],
}
