import type { ManualPage } from '#app/manual/page.ts'

export const settingsData: ManualPage = {
  purpose: '领取在后台导出的文件，查看、继续或撤销做过的资料导入和批量修改。',
  figures: [
    {
      name: '新增、更新、不变、没有写入',
      formula: '资料导入按行比较：找不到的新增，内容不同的更新，相同的不变，冲突和错误的没有写入',
      note: '空白单元格不改原值；同一份文件再导入一次，什么也不会变。',
      needs: 'canReadCustomer',
    },
  ],
  tasks: [
    {
      title: '领取导出的文件',
      steps: ['打开「下载中心」，点「下载」。', '文件保留 7 天，只有您自己能下载。'],
    },
    { title: '取消还在生成的导出', steps: ['在「下载中心」里点取消；需要时可以在列表里缩小范围再导出。'] },
    { title: '删除不用的文件', steps: ['在「下载中心」里点「删除」；数据不受影响，可以在列表里重新导出。'] },
    {
      title: '导入员工、客户或店铺的资料',
      needs: 'canReadCustomer',
      steps: [
        '在员工、客户或店铺列表里点「导入资料」，先下载模板。',
        '填好后上传，看预检；有错的可以「下载出错的行」，改好再传。',
        '写入；写到一半关了窗口的，在「资料导入」里继续。',
      ],
    },
    {
      title: '撤销一次导入或批量修改',
      needs: 'canReadCustomer',
      steps: [
        '在「资料导入」或「批量修改」里点「查看」，再撤销；写入后 24 小时内可以。',
        '之后又改过或用过的会列出，由您决定是否只撤销其余的。',
      ],
    },
  ],
  notes: [
    {
      text: '每人每天最多导出和下载 300 次，预检、预览和试算 3,000 次；用完时会写明还要等多久，到零点重新计算。',
    },
    { text: '批量修改由发起的人继续；别人可以撤销。', needs: 'canReadCustomer' },
    { text: '每一行导入和修改都记入那条记录的操作日志。', needs: 'canReadCustomer' },
  ],
  see: ['lists', 'staff', 'customers', 'stores'],
}
