const list = (text) => text.trim().split(/\s+/)

export const firstNames = list(`Alice Bruno Carla Dmitri Elena Farid Greta Hugo Ingrid Jonas Kira Liam Mona Nadia Oskar
  Paula Quentin Rosa Samir Tilda Ursula Viktor Wanda Xenia Yusuf Zelda`)
export const lastNames = list(`Abel Brandt Castro Dorn Eriksen Fuchs Garcia Holm Ivanov Jansen Keller Lindqvist Moreau
  Novak Olsen Petrov Quist Rossi Silva Tanaka Ulrich Varga Weber Yilmaz Zimmer`)
export const cities = list(`Lisbon Oslo Vienna Madrid Dublin Prague Athens Warsaw Helsinki Zagreb Porto Turin Ghent Lyon
  Bergen Graz`)
export const countries = list('Portugal Norway Austria Spain Ireland Czechia Greece Poland Finland Croatia')
export const adjectives = list(`Oak Copper Velvet Silver Amber Granite Cotton Ivory Maple Bronze Linen Crystal Walnut
  Marble Bamboo Steel Coral Slate Ebony Pearl Cedar Jade Satin Onyx Willow Cobalt Ruby Topaz Birch Quartz`)
export const things = list(`Lamp Desk Chair Shelf Rug Mirror Vase Clock Bench Stool Cabinet Tray Basket Kettle Teapot
  Blanket Pillow Curtain Candle Frame Dresser Ottoman Pitcher Goblet Platter Bucket Ladder Lantern Drawer Bookend`)
export const titleStarts = list(`Silent Hidden Broken Golden Distant Forgotten Burning Frozen Crimson Restless Hollow
  Wandering Sleeping Painted Borrowed Scattered Midnight Electric Paper Glass Winter Second Final Lonely Savage`)
export const titleEnds = list(`River Harbor Garden Mountain Orchard Station Letter Kingdom Island Lighthouse Bridge
  Theater Forest Mirror Voyage Promise Archive Carnival Meadow Compass Horizon Cathedral Shadow Melody Winter`)
export const syllables = [
  list('Bor Cal Dax El Fen Gal Hel Ix Jor Kal'),
  list('a e i o u'),
  list('lis ron dar nix vex mon tus phor'),
]
export const birds =
  list(`Falcon Heron Osprey Raven Sparrow Swift Kestrel Plover Magpie Condor Egret Puffin Curlew Petrel
  Bittern Merlin`)
export const languages = list('Rust Kotlin Haskell Elixir Scala Clojure Erlang Fortran')
export const firms = list(
  'Nordwind Halcyon Bluepeak Ferrox Quantara Solvane Tidewater Umbrix Vantora Westmark Zephyrine Kestral',
)
