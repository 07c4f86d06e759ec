/** Answers of people in Port Ostrel when the Gazette asked for their favourite word. */
export const words = `
admiral albatross almanac amber anchor anemone angler apron aquavit archive armchair artichoke asparagus attic auction avocado
bagpipe baker ballad balloon barge barnacle barometer barrel basil basket beacon bellows bench berth biscuit blanket bobbin bollard bonfire bookshop bottle
boulder bowline bramble brandy brass breakwater breeze brine broom buckle bumblebee bunting buoy butter button buttermilk
cabbage cabin calendar candle cannon canvas capstan captain caraway cardigan cargo carousel castle cat cauldron cellar chalk channel chestnut chimney chutney
cinnamon clarinet cloud cloudberry clover coaster cobbler cockle compass confetti copper coral cork cormorant cotton crab cranberry crate crumpet cucumber cupboard
current cushion cutlass cuttlefish dahlia daisy dandelion darling davit deckchair derrick dill dinghy dolphin donkey doorbell driftwood drizzle drum dumpling dune
eclipse eel elderberry ember envelope estuary evening fairway feather fender fennel ferry fiddle fig figurehead fjord flagstone flannel flounder flute foghorn foxglove
freckle frigate fudge funnel galley galleon gangway garlic garnet gazette gherkin ginger gingerbread glacier glove goose gooseberry grandfather granite grapnel gravy gull
haddock halibut halyard hammock harbour harmonica hatch haven hawser heather hedgehog helm herring honey horizon horseradish hourglass hurricane iceberg icicle indigo
island ivory ivy jackdaw jam jasmine jellyfish jetty jigsaw juniper kayak keel kelp ketch kettle keyhole kingfisher kipper kitten kiwi knot ladder lagoon lamplight
lantern larch lark lavender leeward lemon lentil lettuce lighthouse lilac limpet lobster locket logbook lullaby mackerel magnet mainsail mandolin mangrove maple marble
marigold marmalade marzipan mast meadow melon mermaid midnight mint mitten monsoon moonlight mooring moss mustard mussel mutiny narwhal nautilus needle nettle newspaper
nightcap nutmeg oar oatmeal octopus olive onion orchard organ osprey otter overcoat oyster paddle pancake paprika paragraph parlour parrot parsley parsnip peach pebble
pelican penguin pennant pepper petticoat pianola pickle pier pilchard pillow pineapple pinecone pipe plaice plum pocket polka poppy porridge porthole postcard prawn pudding
puffin pumpkin quarterdeck quay quilt quince rabbit radish raft rain rainbow raspberry ratchet rhubarb ribbon rigging ripple robin rocket rosemary rudder rum saffron sage
sailor salmon sandal sandbank sardine saucer scallop schooner seagull seahorse seal seaweed sextant shallot shanty shark sherbet shipyard shrimp silver skipper skylark
slipper sloop smuggler snail snowdrop snug soup spanner sparrow spinnaker sponge squid stairs starboard starfish stocking stork storm strawberry sturgeon sugar sundial
sunrise swallow swan sweater tadpole tambourine tangerine tarpaulin tea teapot thimble thistle thunder thyme tide tiller timber toffee tomato trawler treacle treasure
trombone trout trumpet tuba tugboat tulip tuna turnip turtle twilight typhoon umbrella uncle valley vanilla velvet verandah vinegar violet voyage waffle walnut walrus
waltz wardrobe watercress waterfall wave weathercock wharf whale whelk whisker whistle wicker willow winch windmill windward winter woodpecker wool yacht yarn yawl zephyr
`
  .trim()
  .split(/\s+/);
