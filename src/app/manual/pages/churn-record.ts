import type { ManualPage } from '#app/manual/page.ts'

export const churnRecord: ManualPage = {
  purpose: '一次流失的经过：为什么、做过哪些挽留、确认时留存了什么、后来有没有召回。',
  figures: [
    { name: '服务天数', formula: '首个服务日到最后服务日的天数，确认流失时留存' },
    {
      name: '流失月费',
      formula: '最后服务日生效的计费条款的月费，确认时留存，不再变化',
      note: '客户的记录含随它停止的店铺，以及发现之后先停的店铺。',
      needs: 'prices',
    },
    {
      name: '欠费',
      formula: '确认流失时还没有收齐的款，待退的已减去',
      note: '那时还没有账单的写明没有，不显示为 0。',
      needs: 'canChargeCustomer',
    },
  ],
  tasks: [
    {
      title: '看谁做过什么挽留',
      steps: ['打开「挽留措施」，最新的在前。', '每一条写明日期、执行人、做了什么和结果。'],
    },
    {
      title: '看流失那天的情况',
      steps: [
        '打开「确认时快照」。',
        '当日客服、组长、负责商务和停止的店铺都是确认那天的，之后怎么改都不变。',
      ],
    },
    {
      title: '查这条记录改过什么',
      steps: ['打开「操作日志」，看每一步的时间和操作人。'],
    },
    {
      title: '记一条措施，之后补上结果',
      needs: 'canUpdateCustomer',
      steps: ['点「记一条措施」，写明日期和做了什么。', '有了结果再点「填写结果」。'],
    },
    {
      title: '确认流失，或撤销',
      needs: 'canUpdateCustomer',
      steps: [
        '没有留住的点「确认流失」，填原因和最后服务日。客户转为已流失，剩下的店铺随之停止。',
        '留住了，或登记有误，点「撤销」并写明原因，不计入流失。',
        '服务已经停止的不能撤销，只能确认，以后召回。',
      ],
    },
    {
      title: '客户回来了',
      needs: 'canUpdateCustomer',
      steps: [
        '点「召回」，填召回日期，选要恢复服务的店铺。',
        '客户回到合作中，选中的店铺从那天起服务中。',
        '客服要重新分配。',
      ],
    },
  ],
  notes: [
    { text: '快照不能修改；有出入的在措施里写明。' },
    { text: '跟进人默认为负责商务，办理离职时交给别人。' },
  ],
  see: ['customer-churn', 'store-churn', 'customer', 'store'],
}
